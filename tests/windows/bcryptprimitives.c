/* The only function of bcryptprimitives.dll that Rust's standard library calls. Older versions of Wine have no such library. */
#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T bytes) { return RtlGenRandom(data, (ULONG)bytes); }

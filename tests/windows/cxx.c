/* A c++.exe for Wine, where there is none: it hands its arguments to a script of the system (`cxx`, beside this), which calls the cross
   compiler, and waits for what that has written. Wine starts programs of the system, but does not say when they end or what they return. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

/* Copies a file to a stream of this process, and removes it. */
static void show(const char *base, const char *ending, FILE *to) {
    char path[MAX_PATH];
    int c;
    snprintf(path, sizeof path, "%s.%s", base, ending);
    FILE *file = fopen(path, "rb");
    if (!file) return;
    while ((c = fgetc(file)) != EOF) fputc(c, to);
    fclose(file);
    remove(path);
}

int main(int count, char **arguments) {
    char base[MAX_PATH], path[MAX_PATH], script[MAX_PATH], line[2 * MAX_PATH + 8];
    int code = 1;

    snprintf(base, sizeof base, "Z:\\tmp\\brooklet-cxx-%lu", GetCurrentProcessId());
    snprintf(path, sizeof path, "%s.arguments", base);
    FILE *file = fopen(path, "wb");
    if (!file) return 1;
    for (int i = 1; i < count; i++) fprintf(file, "%s\n", arguments[i]);
    fclose(file);

    GetModuleFileNameA(NULL, script, sizeof script);
    strcpy(strrchr(script, '\\') + 1, "cxx.sh");
    snprintf(line, sizeof line, "cxx.sh /tmp/brooklet-cxx-%lu", GetCurrentProcessId());
    STARTUPINFOA start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    if (!CreateProcessA(script, line, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process)) {
        fprintf(stderr, "%s does not start: error %lu\n", script, GetLastError());
        return 1;
    }
    snprintf(path, sizeof path, "%s.code", base);
    for (int tries = 0; !(file = fopen(path, "rb")); tries++) {
        if (tries == 60000) return 1;
        Sleep(5);
    }
    if (fscanf(file, "%d", &code) != 1) code = 1;
    fclose(file);
    remove(path);
    show(base, "out", stdout);
    show(base, "err", stderr);
    return code;
}

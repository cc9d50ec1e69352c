// What maturin is told of the library; the package calls it by ctypes.
unsigned int brooklet_version(void);

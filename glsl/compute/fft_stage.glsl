        // One pass of radix RADIX in shared memory, after passes whose radices have the product RUN.
        vec2 own[EACH * RADIX];
        for (int u = 0; u < EACH; u++) {
            int of_group = thread() + u * threads;
            int line = of_group / (LENGTH / RADIX);
            int at = of_group % (LENGTH / RADIX);
            vec2 a[RADIX];
            if (line < LINES) {
                for (int r = 0; r < RADIX; r++) {
                    a[r] = elements[place(line, at + r * (LENGTH / RADIX))];
                    int turn = r * (at % RUN) * (LENGTH / (RUN * RADIX));
                    a[r] = RUN > 1 && r > 0 ? product(a[r], own_roots[turn]) : a[r];
                }
#include "transform"
                for (int r = 0; r < RADIX; r++) {
                    own[u * RADIX + r] = a[r];
                }
            }
        }
        sync();
        for (int u = 0; u < EACH; u++) {
            int of_group = thread() + u * threads;
            int line = of_group / (LENGTH / RADIX);
            int at = of_group % (LENGTH / RADIX);
            if (line < LINES) {
                for (int r = 0; r < RADIX; r++) {
                    elements[place(line, at / RUN * RUN * RADIX + at % RUN + r * RUN)] = own[u * RADIX + r];
                }
            }
        }
        sync();

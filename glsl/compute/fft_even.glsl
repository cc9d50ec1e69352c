        // The transform of RADIX elements, a power of two up to 8: sums and differences, in natural order after each step.
        for (int length = 1; length < RADIX; length *= 2) {
            vec2 joined[RADIX];
            for (int i = 0; i < RADIX / 2; i++) {
                int k = i % length;
                vec2 odd = eighths(a[i + RADIX / 2], k * (4 / length));
                joined[2 * i - k] = a[i] + odd;
                joined[2 * i - k + length] = a[i] - odd;
            }
            for (int i = 0; i < RADIX; i++) {
                a[i] = joined[i];
            }
        }

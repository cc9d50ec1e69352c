        // The transform of 3 or 5 elements: those that turn by as much in opposite ways share their products.
        vec2 joined[RADIX];
        for (int k = 0; k < RADIX; k++) {
            joined[k] = a[0];
            for (int j = 1; 2 * j < RADIX; j++) {
                vec2 sum = a[j] + a[RADIX - j];
                vec2 difference = quarter(a[j] - a[RADIX - j]);
                joined[k] += COSINES[j * k % RADIX] * sum + SINES[j * k % RADIX] * difference;
            }
        }
        for (int i = 0; i < RADIX; i++) {
            a[i] = joined[i];
        }

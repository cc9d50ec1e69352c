// one_step: the group here, a, and its partner. Inside packed_sort_steps.
index ax = x;
index ay = y;
index apx = partner(ax, start_x, block_x, far_x, upper);
index apy = partner(ay, start_y, block_y, far_y, upper);
bool a_pair = upper || inside(apx, apy);

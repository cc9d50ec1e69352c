// two_steps: the groups a and b that the second step compares, of which one is here, and what the first step compares each
// with. Inside packed_sort_steps.
index half_x = start_x + (upper ? far_x : 0);
index half_y = start_y + (upper ? far_y : 0);
bool later = x - half_x >= near_x && y - half_y >= near_y;
index ax = x - (later ? near_x : 0);
index ay = y - (later ? near_y : 0);
index bx = ax + near_x;
index by = ay + near_y;
index apx = partner(ax, start_x, block_x, far_x, upper);
index apy = partner(ay, start_y, block_y, far_y, upper);
index bpx = partner(bx, start_x, block_x, far_x, upper);
index bpy = partner(by, start_y, block_y, far_y, upper);
bool b_inside = inside(bx, by);
bool a_pair = upper || inside(apx, apy);
bool b_pair = upper ? b_inside : inside(bpx, bpy);

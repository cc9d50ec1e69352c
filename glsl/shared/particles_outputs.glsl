// particles_outputs: writes positions and velocities, or one of the two if a pass has one render target.
parameter index writes_position = 1; // 1 if this pass writes the positions, else 0; likewise below
parameter index writes_velocity = 1;
output vec4 position_now[writes_position];
output vec4 velocity_now[writes_velocity];

void put_position(vec4 x) {
    if (writes_position == 1) {
        position_now[0] = x;
    }
}

void put_velocity(vec4 x) {
    if (writes_velocity == 1) {
        velocity_now[0] = x;
    }
}

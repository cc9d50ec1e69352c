// subdivide_hub: where a vertex moves that has not six neighbours, by Loop's weights for as many as it has; one of whose edges is
// complete stays. Beside GPU Gems 2 ch. 36, section 36.2, which has six neighbours only.
input vec4 fans;  // planes of `slots`: centres, then rings
input vec4 marks; // of each edge from a centre: in x whether it is complete
input vec4 hubs;  // first slot, neighbours, weight of its own, weight of a neighbour
constant index slots;
parameter index known_steps = -1; // the most neighbours that one has, if that has to be known before the kernel runs
constant index steps;             // else
output vec4 moved;

void main() {
    vec4 hub = fetch(hubs, here());
    index first = index(hub.x);
    vec3 centre = fetch(fans, first).xyz;
    vec3 sum = vec3(0.0);
    float stays = 0.0;
    for (index i = 0; i < (known_steps >= 0 ? known_steps : steps); i++) {
        bool real = float(i) < hub.y;
        index slot = real ? first + i : first;
        vec3 neighbour = fetch(fans, slots + slot).xyz;
        float mark = clamped(marks, slot).x;
        sum += real ? neighbour : vec3(0.0);
        stays = max(stays, mark);
    }
    moved = vec4(stays > 0.5 ? centre : hub.z * centre + hub.w * sum, 0.0);
}

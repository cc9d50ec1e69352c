// collide_pose_boxes: the boxes of both meshes in the space of the first: those of the second are turned and moved.
// For the test of oriented boxes of GPU Gems 2 ch. 36, section 36.2.
input vec4 boxes;       // three texels each: middle, sides, rotation (a quaternion)
constant index first;   // where the second mesh begins
constant vec3 row_x;    // of the rotation
constant vec3 row_y;
constant vec3 row_z;
constant vec3 offset;
constant vec4 turn;     // the rotation again
output vec4 posed;

void main() {
    vec4 own = fetch(boxes, here());
    index part = here() - 3 * quotient(here(), 3);
    vec4 center = vec4(vec3(dot(row_x, own.xyz), dot(row_y, own.xyz), dot(row_z, own.xyz)) + offset, own.w);
    vec4 turned = vec4(turn.w * own.xyz + own.w * turn.xyz + cross(turn.xyz, own.xyz), turn.w * own.w - dot(turn.xyz, own.xyz));
    posed = part == 1 || here() < first ? own : part == 0 ? center : turned;
}

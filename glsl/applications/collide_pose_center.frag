// collide_pose_center: the middles of the second mesh's boxes in the space of the first.
// For the test of oriented boxes of GPU Gems 2 ch. 36, section 36.2.
input vec3 centers;
constant vec3 row_x; // of the rotation
constant vec3 row_y;
constant vec3 row_z;
constant vec3 offset;
output vec3 posed;

void main() {
    vec3 center = fetch(centers, here());
    posed = vec3(dot(row_x, center), dot(row_y, center), dot(row_z, center)) + offset;
}

// collide_pose_center: the middles of the second mesh's boxes in the space of the first. The fourth number is kept.
input vec4 centers;
constant vec3 row_x; // of the rotation
constant vec3 row_y;
constant vec3 row_z;
constant vec3 offset;
output vec4 posed;

void main() {
    vec4 center = fetch(centers, here());
    posed = vec4(vec3(dot(row_x, center.xyz), dot(row_y, center.xyz), dot(row_z, center.xyz)) + offset, center.w);
}

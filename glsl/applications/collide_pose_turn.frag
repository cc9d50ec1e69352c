// collide_pose_turn: the rotations of the second mesh's boxes (quaternions), turned by that of the pose.
// For the test of oriented boxes of GPU Gems 2 ch. 36, section 36.2.
input vec4 turns;
constant vec4 turn;
output vec4 posed;

void main() {
    vec4 own = fetch(turns, here());
    posed = vec4(turn.w * own.xyz + own.w * turn.xyz + cross(turn.xyz, own.xyz), turn.w * own.w - dot(turn.xyz, own.xyz));
}

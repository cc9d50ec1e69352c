// brook_push_index: how many pushes of the same element went before the one at this place. The element is run again to know
// what it pushed, and says so when it has come to this one. Variable outputs of Brook.
input float sums;     // pushes up to each element, its own included
input float pushers;  // which element pushed
output float push_index;

void main() {
    index pusher = index(fetch(pushers, here()));
    float before = 0.0;
    if (pusher > 0) {
        before = fetch(sums, pusher - 1);
    }
    push_index = float(here()) - before;
}

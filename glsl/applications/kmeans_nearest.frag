// kmeans_nearest: the number of the centre that is nearest to each point, of equally near ones the first, or the square of how far it is: one
// half of a round of k-means (Lloyd 1982, Least Squares Quantization in PCM).
parameter index known_steps = -1; // how many centres, if that has to be known before the kernel runs
constant index steps;             // else
parameter bool far = false;       // the distance, and not the number
input element points;
input element centres;
output float nearest;

void main() {
    element point = fetch(points, here());
    element first = point - fetch(centres, 0);
    float least = dot(first, first);
    float own = 0.0;
    for (index k = 1; k < (known_steps >= 0 ? known_steps : steps); k++) {
        element way = point - fetch(centres, k);
        float squared = dot(way, way);
        own = squared < least ? float(k) : own;
        least = min(squared, least);
    }
    nearest = far ? least : own;
}

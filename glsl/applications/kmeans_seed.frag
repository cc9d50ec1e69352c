// kmeans_seed: the square of how far each point is from the nearest of the centres up to a new one: how likely k-means++ takes it for the next
// (Arthur and Vassilvitskii 2007, k-means++: The Advantages of Careful Seeding).
parameter bool first = false; // there are no others
input element points;
input float before; // how far it is from the nearest of the others
input element centre;
output float squared;

void main() {
    element way = fetch(points, here()) - fetch(centre, 0);
    float own = dot(way, way);
    squared = first ? own : min(fetch(before, here()), own);
}

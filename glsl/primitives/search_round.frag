// search_round: a round of a search that interpolates. A query has the first and the last position that it may have, and elements beside them.
// A probe goes where the query would be if elements grew evenly in between; a second one goes beyond it by the root of their number, so
// that most queries are caught between both; and a third one halves what is left. After Perl, Itai and Avni 1978 and Harris and Buck, GPU
// Gems 2, ch. 34, where the depth test skips what is found.
input float sorted;
input float queries;
input vec4 state;             // the first and last position, the element before the first one, and that at the last one
parameter bool first = false; // whether the search begins here
parameter bool upper = false; // finds the upper bound instead of the lower bound
output vec4 next;

bool before(float found, float query) {
    return upper ? found <= query : found < query;
}

vec4 probed(vec4 own, index at, float query) {
    float found = fetch(sorted, min(at, count(sorted) - 1)); // a query that is found may be past the end
    bool right = before(found, query);
    bool open = own.x < own.y;
    vec4 narrowed = right ? vec4(float(at + 1), own.y, found, own.w) : vec4(own.x, float(at), own.z, found);
    return open ? narrowed : own;
}

vec4 begun(float query) {
    index n = count(sorted);
    float least = fetch(sorted, 0);
    float most = fetch(sorted, n - 1);
    vec4 inside = vec4(1.0, float(n - 1), least, most);
    vec4 after = vec4(float(n), float(n), least, most);
    return !before(least, query) ? vec4(0.0, 0.0, least, most) : before(most, query) ? after : inside;
}

void main() {
    float query = fetch(queries, here());
    vec4 own = vec4(0.0, 0.0, 0.0, 0.0);
    if (first) {
        own = begun(query);
    } else {
        own = fetch(state, here());
    }
    float gap = own.y - own.x;
    float span = own.w - own.z;
    // Halves where elements are equal, infinite or too far apart.
    float share = span > 0.0 && span < 1.0e30 ? clamp((query - own.z) / span, 0.0, 1.0) : 0.5;
    index low = index(own.x);
    index high = index(own.y);
    index guess = clamp(low - 1 + index(share * (gap + 1.0)), low, max(high - 1, low));
    vec4 one = probed(own, guess, query);
    index reach = index(sqrt(max(gap, 0.0))) + 1;
    index beyond = one.x > own.x ? min(guess + reach, high - 1) : max(guess - reach, low);
    vec4 two = probed(one, clamp(beyond, index(one.x), max(index(one.y) - 1, index(one.x))), query);
    index middle = index(two.x) + index(0.5 * (two.y - two.x));
    next = probed(two, middle, query);
}

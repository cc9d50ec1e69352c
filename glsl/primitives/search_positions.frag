// search_positions: the position of each query, after the last round of a search.
// The search is that of search_round, after Harris and Buck, GPU Gems 2, ch. 34.
input vec4 state;
output float position;

void main() {
    position = fetch(state, here()).x;
}

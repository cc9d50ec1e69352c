// spmv_products: multiplies each entry of a sparse matrix by the element of a vector for its column, before a segmented scan sums the products of
// each row (Sengupta et al. 2007).
input float indices;
input float values;
input float x;
output float products;

void main() {
    products = fetch(values, here()) * fetch(x, index(fetch(indices, here())));
}

// add: the operator of a scan of counts.
uint combine(uint a, uint b) {
    return a + b;
}

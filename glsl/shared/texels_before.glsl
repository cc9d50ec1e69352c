// texels_before: combines the texels of a block before this one, and sets `some` if there are any. A block has `groups` times `size`
// texels. They lie in one row if rows hold whole blocks. Include it after the definitions of `combine` and `whole`.
parameter index groups = 1;
parameter index size = 4;  // texels per group
parameter index reads = 3; // texels of a group that are read: all, or all but the last
constant bool in_rows;

element texels_before(index first, index place, out bool some) {
    index y = in_rows ? here_y() : 0;
    index x = first - y * width(values);
    element before = element(0.0);
    some = false;
    for (index group = 0; group < groups; group++) {
        element part = element(0.0);
        bool any = false;
        for (index k = 0; k < reads; k++) {
            index at = group * size + k;
            element texel = whole(fetch(values, x + at, y));
            element longer = any ? combine(part, texel) : texel;
            part = at < place ? longer : part;
            any = any || at < place;
        }
        element longer = some ? combine(before, part) : part;
        before = any ? longer : before;
        some = some || any;
    }
    return before;
}

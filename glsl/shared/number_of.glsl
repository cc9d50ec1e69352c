// number_of: how many records there are. It is known when a pass is drawn, or it was counted on the device and is in a texel.
parameter bool counted = false; // whether it is in a texel
input float number;             // the texel

// Returns the number of records: `known`, or if it was counted at most `known`.
index number_of(index known) {
    index records = known;
    if (counted) {
        records = min(index(fetch(number, 0)), known);
    }
    return records;
}

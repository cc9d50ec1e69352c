// null: tests whether a record is null: its x is exactly +inf. -inf and NaN are data. (GPU Gems 2 ch. 36 tests with isinf, for which -inf
// is null, too.)
bool is_null(float record) { return record > 3.4028235e38; }
bool is_data(float record) { return record <= 3.4028235e38 || isnan(record); } // a compiler may replace !(a > b) with a <= b
bool is_data(vec2 record) { return is_data(record.x); }
bool is_data(vec3 record) { return is_data(record.x); }
bool is_data(vec4 record) { return is_data(record.x); }
bool is_null(vec2 record) { return is_null(record.x); }
bool is_null(vec3 record) { return is_null(record.x); }
bool is_null(vec4 record) { return is_null(record.x); }

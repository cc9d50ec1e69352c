// null: whether a record is null: its x is +inf, exactly. -inf and NaN are data. (GPU Gems 2 ch. 36 tests with isinf, which
// takes -inf for null too.)
bool is_null(float record) { return record > 3.4028235e38; }
bool is_null(vec2 record) { return is_null(record.x); }
bool is_null(vec3 record) { return is_null(record.x); }
bool is_null(vec4 record) { return is_null(record.x); }

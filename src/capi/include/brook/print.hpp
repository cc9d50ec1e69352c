// streamPrint: the elements of a stream as text.
#ifndef BROOKLET_PRINT_HPP
#define BROOKLET_PRINT_HPP

namespace brook {
namespace internal {

inline void print(FILE *to, float value) {
    if (value != value) fprintf(to, "NaN");
    else if (value - value != 0) fprintf(to, "inf");
    else fprintf(to, "%3.2f", value < 1e-6f && value > -1e-6f ? 0.0 : double(value));
}

// A component of a field at `at`.
template <class T> T component(const unsigned char *at, size_t c) {
    T value;
    memcpy(&value, at + c * sizeof(T), sizeof(T));
    return value;
}

inline void print(FILE *to, uint32_t type, const unsigned char *at, size_t c) {
    switch ((type - 1) / 4 * 4 + 1) {
    case BROOKLET_FLOAT: print(to, component<float>(at, c)); break;
    case BROOKLET_INT: fprintf(to, "%d", component<int>(at, c)); break;
    case BROOKLET_UINT: fprintf(to, "%u", component<unsigned int>(at, c)); break;
    case BROOKLET_CHAR: fprintf(to, "%d", component<signed char>(at, c)); break;
    case BROOKLET_UCHAR: fprintf(to, "%d", component<unsigned char>(at, c)); break;
    case BROOKLET_SHORT: fprintf(to, "%d", component<short>(at, c)); break;
    case BROOKLET_USHORT: fprintf(to, "%d", component<unsigned short>(at, c)); break;
    case BROOKLET_FIXED: print(to, float(component<unsigned char>(at, c)) / 255.0f); break;
    case BROOKLET_SHORTFIXED: print(to, float(component<unsigned short>(at, c)) / 65535.0f); break;
    case __BRTDOUBLE: {
        double value = component<double>(at, c);
        if (value != value || value - value != 0) print(to, float(value));
        else fprintf(to, "%3.2f", value < 1e-6 && value > -1e-6 ? 0.0 : value);
        break;
    }
    default: break;
    }
}

} // namespace internal
} // namespace brook

// Prints a stream, a line for each row: numbers with a space behind them, vectors and structs in braces.
inline void streamPrint(const ::brook::stream &of, FILE *to = stdout) {
    const ::brook::internal::layout &element = of.get().element();
    std::vector<unsigned char> bytes(size_t(of.bytes()));
    if (!bytes.empty()) of.write(bytes.data());
    std::vector<uint64_t> shape = of.shape();
    uint64_t width = shape.back(), count = of.count();
    bool scalar = !element.name && element.types.size() == 1 && (element.types[0] - 1) % 4 == 0;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *at = bytes.data() + i * element.size;
        if (!scalar) fprintf(to, "{");
        bool first = true;
        for (size_t f = 0; f < element.types.size(); f++) {
            for (size_t c = 0; c <= (element.types[f] - 1) % 4; c++) {
                if (!first) fprintf(to, ", ");
                first = false;
                ::brook::internal::print(to, element.types[f], at + element.offsets[f], c);
            }
        }
        fprintf(to, scalar ? " " : "}");
        if ((i + 1) % width == 0) fprintf(to, "\n");
    }
}
inline void streamPrint(const ::brook::stream &of, bool) { streamPrint(of); }

#endif

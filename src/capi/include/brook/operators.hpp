// The operators of the host language.
#ifndef BROOKLET_OPERATORS_HPP
#define BROOKLET_OPERATORS_HPP

inline void streamRead(const ::brook::stream &to, const void *from) { to.read(from); }
inline void streamWrite(const ::brook::stream &from, void *to) { from.write(to); }
inline void streamRead(::brook::StreamData *to, const void *from) { to->read(from); }
inline void streamWrite(const ::brook::StreamData *from, void *to) { from->write(to); }
inline void streamSwap(::brook::stream &a, ::brook::stream &b) { a.swap(b); }

// The extents, the fastest in x; of dimensions that there are not 0.
inline float4 streamSize(const ::brook::stream &of) {
    std::vector<uint64_t> shape = of.shape();
    float4 size(0, 0, 0, 0);
    for (size_t i = 0; i < shape.size(); i++) size[int(i)] = float(shape[shape.size() - 1 - i]);
    return size;
}

// Operators of gather-op and scatter-op that are no reductions of a program.
enum BrookletStandardOperator {
    STREAM_GATHER_FETCH,
    STREAM_GATHER_INC,
    STREAM_SCATTER_ASSIGN,
    STREAM_SCATTER_ADD,
    STREAM_SCATTER_MUL
};

inline void streamGatherOp(const ::brook::stream &to, const ::brook::stream &index, const ::brook::stream &from,
                           ::brook::internal::reduction by) {
    BrookletArgument all[] = {::brook::internal::argument(to), ::brook::internal::argument(index),
                              ::brook::internal::argument(from)};
    ::brook::internal::check(brooklet_program_gather_op(by.of.handle(), by.name, all), "streamGatherOp");
}

inline void streamScatterOp(const ::brook::stream &to, const ::brook::stream &index, const ::brook::stream &from,
                            ::brook::internal::reduction by) {
    BrookletArgument all[] = {::brook::internal::argument(to), ::brook::internal::argument(index),
                              ::brook::internal::argument(from)};
    // BROOK_SCATTER_RULE=paper: dst[index[i]] = op(src[i], dst[index[i]]), as Brook's paper has it.
    const char *rule = getenv("BROOK_SCATTER_RULE");
    uint32_t number = rule && strcmp(rule, "paper") == 0 ? 1 : 0;
    ::brook::internal::check(brooklet_program_scatter_op(by.of.handle(), by.name, all, number), "streamScatterOp");
}

namespace brook {
namespace internal {

// The standard operators for elements of one type, as reductions.
inline program &standard(uint32_t type) {
    static std::map<uint32_t, std::unique_ptr<program>> made;
    std::unique_ptr<program> &own = made[type];
    if (!own) {
        static const char *const scalars[] = {"float", "int", "uint", "char", "uchar", "short", "ushort", "fixed", "shortfixed"};
        std::string name = scalars[(type - 1) / 4];
        if ((type - 1) % 4) name += char('1' + (type - 1) % 4);
        std::string text;
        const char *const bodies[][2] = {{"keep", ""}, {"increase", "r = r + 1;"}, {"assign", "r = a;"}, {"add", "r += a;"}, {"multiply", "r *= a;"}};
        for (auto &body : bodies) {
            text += std::string("reduce void ") + body[0] + "(" + name + " a<>, reduce " + name + " r<>) { " + body[1] + " }\n";
        }
        own.reset(new program("standard operators", {text.c_str()}));
    }
    return *own;
}

inline reduction standard(const stream &of, BrookletStandardOperator which) {
    static const char *const names[] = {"keep", "increase", "assign", "add", "multiply"};
    const layout &element = of.get().element();
    if (element.types.size() != 1) {
        fprintf(stderr, "brooklet: the standard operators are for numbers and vectors, not for structs\n");
        exit(1);
    }
    return {standard(element.types[0]), names[which]};
}

} // namespace internal
} // namespace brook

inline void streamGatherOp(const ::brook::stream &to, const ::brook::stream &index, const ::brook::stream &from,
                           BrookletStandardOperator by) {
    streamGatherOp(to, index, from, ::brook::internal::standard(from, by));
}
inline void streamScatterOp(const ::brook::stream &to, const ::brook::stream &index, const ::brook::stream &from,
                            BrookletStandardOperator by) {
    streamScatterOp(to, index, from, ::brook::internal::standard(to, by));
}

#endif

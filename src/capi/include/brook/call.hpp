// Kernels: programs that are compiled when they are first used, and calls.
#ifndef BROOKLET_CALL_HPP
#define BROOKLET_CALL_HPP

// For functions that other files call, and their own file may not.
#ifdef __GNUC__
#define BROOKLET_LINKED __attribute__((used))
#else
#define BROOKLET_LINKED
#endif

namespace brook {
namespace internal {

// The kernels of a translated program.
class program {
  public:
    program(const char *name, std::initializer_list<const char *> pieces) : name_(name) {
        for (const char *piece : pieces) text_ += piece;
    }
    // Each thread has a device, and compiles the kernels for it.
    BrookletHandle handle() {
        static thread_local std::map<const program *, BrookletHandle> all;
        BrookletHandle &own = all[this];
        if (!own) check(brooklet_program_new(device(), name_, text_.c_str(), &own));
        return own;
    }

  private:
    const char *name_;
    std::string text_;
};

inline BrookletArgument argument(const stream &given) {
    BrookletArgument made = {};
    made.stream = given.get().handle();
    if (given.is_domain()) {
        made.is_domain = 1;
        size_t rank = given.shape().size();
        for (size_t i = 0; i < rank; i++) {
            made.low[i] = given.low()[i];
            made.high[i] = given.high()[i];
        }
    }
    return made;
}

// A call of a kernel: its arguments in the order of the parameters.
class call {
  public:
    call(program &of, const char *kernel) : program_(of), kernel_(kernel) {}

    void stream(const ::brook::stream &given) {
        arguments_.push_back(argument(given));
        // It has to live as long as the call.
        kept_.push_back(given);
    }
    // A variable output: the handle means another stream afterwards.
    void pushed(::brook::stream &given) {
        ::brook::stream made = fresh(given);
        stream(made);
        replaced_.push_back({&given, made});
    }
    template <class T> void constant(const T &value) {
        BrookletArgument made = {};
        const layout &own = record<T>::get();
        if (own.is_tight()) {
            made.constant = &value;
            made.bytes = sizeof(T);
        } else {
            values_.push_back(own.packed(&value));
            made.constant = values_.back().data();
            made.bytes = values_.back().size();
        }
        arguments_.push_back(made);
    }
    // The place of the accumulator, where the result is a value.
    void nothing() { arguments_.push_back(BrookletArgument()); }

    void run() {
        check(brooklet_program_run(program_.handle(), kernel_, arguments_.data(), uint32_t(arguments_.size())));
        for (auto &replaced : replaced_) *replaced.first = replaced.second;
    }
    template <class T> void value(T &to) {
        const layout &own = record<T>::get();
        std::vector<unsigned char> bytes(own.tight);
        check(brooklet_program_reduce(program_.handle(), kernel_, arguments_.data(), uint32_t(arguments_.size()),
                                      bytes.data(), bytes.size()));
        own.unpack(bytes.data(), &to);
    }

  private:
    program &program_;
    const char *kernel_;
    std::vector<BrookletArgument> arguments_;
    std::vector<::brook::stream> kept_;
    std::vector<std::vector<unsigned char>> values_;
    std::vector<std::pair<::brook::stream *, ::brook::stream>> replaced_;
};

// A reduction as the operator of gather-op and scatter-op.
struct reduction {
    program &of;
    const char *name;
};

} // namespace internal
} // namespace brook

#endif

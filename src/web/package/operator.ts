import { BrookletError } from "./errors.js";

/** An operator of one's own. It must be associative. */
export interface OwnOperator {
  /** The expression in `a` and `b`, in the kernel language: `"max(a, b)"`. */
  expression: string;
  /** The same in JavaScript: what `reduce` combines its last few numbers by. */
  apply: (a: number, b: number) => number;
  /** The element that changes nothing, with which an exclusive scan begins: without it, there is none. */
  identity?: number;
  /** Whether `apply(a, b)` is `apply(b, a)`, so that faster methods may reorder elements. */
  commutative?: boolean;
}

/** How two elements are combined. */
export type Operator = "sum" | "product" | "max" | "min" | OwnOperator;

/** What the WebAssembly side takes. */
export interface RawOperator {
  name: string;
  expression: string | undefined;
  identity: number | undefined;
  commutative: boolean;
  apply: (a: number, b: number) => number;
}

/** The first exception of an `apply` in the call that is under way. */
let thrown: { error: unknown } | null = null;

/** Throws what an `apply` has thrown, which must not go through the WebAssembly. @internal */
export function rethrow(): void {
  const first = thrown;
  thrown = null;
  if (first) {
    throw first.error;
  }
}

/** Returns what the WebAssembly side takes for an operator. @internal */
export function rawOperator(operator: Operator): RawOperator {
  if (typeof operator === "string") {
    return { name: operator, expression: undefined, identity: undefined, commutative: false, apply: () => NaN };
  }
  const { expression, apply, identity, commutative = false } = operator ?? {};
  const isNumber = identity === undefined || typeof identity === "number";
  if (typeof expression !== "string" || typeof apply !== "function" || !isNumber) {
    const wanted = "an operator is sum, product, max, min, or { expression: \"..\", apply: (a, b) => .., identity: 0 }";
    throw new BrookletError("operator", wanted);
  }
  const guarded = (a: number, b: number) => {
    try {
      return Number(apply(a, b));
    } catch (error) {
      thrown ??= { error };
      return NaN;
    }
  };
  return { name: "own", expression, identity, commutative: Boolean(commutative), apply: guarded };
}

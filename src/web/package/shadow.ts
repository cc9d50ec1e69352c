/** Parameters of pixel storage with the values that passes need. */
export const PIXEL_STORE = [
  ["UNPACK_ALIGNMENT", 4], ["UNPACK_ROW_LENGTH", 0], ["UNPACK_SKIP_ROWS", 0], ["UNPACK_SKIP_PIXELS", 0],
  ["UNPACK_SKIP_IMAGES", 0], ["UNPACK_IMAGE_HEIGHT", 0], ["UNPACK_FLIP_Y_WEBGL", 0], ["UNPACK_PREMULTIPLY_ALPHA_WEBGL", 0],
  ["PACK_ALIGNMENT", 4], ["PACK_ROW_LENGTH", 0], ["PACK_SKIP_ROWS", 0], ["PACK_SKIP_PIXELS", 0],
] as const;

/** The state of a context that a browser asks another process for, which takes a sixth of a millisecond each time. */
export interface SlowState {
  colorMask: [boolean, boolean, boolean, boolean];
  pixelStore: Map<number, number>;
  /** Whether transform feedback is active. While it is paused, it still is, since Firefox links no programs then. */
  feedback: boolean;
}

/** Asks a context for its state. */
export function askState(gl: WebGL2RenderingContext): SlowState {
  const stores = PIXEL_STORE.map(([name]): [number, number] => [gl[name], Number(gl.getParameter(gl[name]))]);
  return {
    colorMask: gl.getParameter(gl.COLOR_WRITEMASK), pixelStore: new Map(stores), feedback: gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE),
  };
}

/** Replaces a function of a context. Returns what puts the function back. */
export function replace(gl: WebGL2RenderingContext, name: keyof WebGL2RenderingContext, wrapped: unknown): () => void {
  const own = gl as unknown as Record<string, unknown>;
  const [had, original] = [Object.prototype.hasOwnProperty.call(own, name), own[name]];
  own[name] = wrapped;
  return () => {
    // Somebody who wrapped the call later keeps theirs, which still end in the context's own.
    if (own[name] === wrapped) {
      had ? (own[name] = original) : delete own[name];
    }
  };
}

/** Whether a context takes this value of a parameter of pixel storage. It keeps the old one otherwise. */
const isValid = (gl: WebGL2RenderingContext, name: number, value: number): boolean =>
  name === gl.PACK_ALIGNMENT || name === gl.UNPACK_ALIGNMENT ? [1, 2, 4, 8].includes(value) : value >= 0;

/** The shadows of contexts, each with the number of its users. */
const shadows = new WeakMap<WebGL2RenderingContext, { shadow: Shadow; users: number }>();

/**
 * Follows what the owner of a context sets, so that the browser need not be asked: `colorMask`, `pixelStorei` and transform feedback are
 * wrapped. All devices in a context have one shadow.
 */
export class Shadow {
  /** How many batches are under way. Calls within a batch are not the owner's. */
  batches = 0;
  readonly state: SlowState;
  private readonly unwrap: (() => void)[];

  private constructor(private readonly gl: WebGL2RenderingContext) {
    this.state = askState(gl);
    const { state } = this;
    const { colorMask, pixelStorei } = gl;
    const followMask = (...mask: [boolean, boolean, boolean, boolean]) => {
      if (this.batches === 0) {
        state.colorMask = mask.map(Boolean) as typeof mask;
      }
      colorMask.apply(gl, mask);
    };
    const followStore = (name: number, value: number | boolean) => {
      if (this.batches === 0 && state.pixelStore.has(name) && isValid(gl, name, Number(value))) {
        state.pixelStore.set(name, Number(value));
      }
      pixelStorei.call(gl, name, value);
    };
    this.unwrap = [
      replace(gl, "colorMask", followMask), replace(gl, "pixelStorei", followStore), this.follow("beginTransformFeedback", true),
      this.follow("endTransformFeedback", false),
    ];
  }

  /** Returns the shadow of a context, which is released as often as this is called. */
  static of(gl: WebGL2RenderingContext): Shadow {
    const entry = shadows.get(gl) ?? { shadow: new Shadow(gl), users: 0 };
    entry.users += 1;
    shadows.set(gl, entry);
    return entry.shadow;
  }

  /** Stops following, when nobody needs it any more. */
  release(): void {
    const entry = shadows.get(this.gl);
    if (entry && --entry.users === 0) {
      shadows.delete(this.gl);
      // In the other order than they were wrapped.
      this.unwrap.reverse().forEach((end) => end());
    }
  }

  /** Whether transform feedback is active. */
  hasFeedback(): boolean {
    const { gl, state } = this;
    // A call that began it may have been refused.
    state.feedback = state.feedback && gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE);
    return state.feedback;
  }

  private follow(name: "beginTransformFeedback" | "endTransformFeedback", on: boolean): () => void {
    const { gl, state } = this;
    const call = gl[name] as (...all: unknown[]) => void;
    return replace(gl, name, (...all: unknown[]) => {
      call.apply(gl, all);
      state.feedback = on;
    });
  }
}

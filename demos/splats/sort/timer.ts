/** What WebGL calls the extension that measures the GPU's time, where the browser has it. */
interface TimerExtension {
  TIME_ELAPSED_EXT: number;
  GPU_DISJOINT_EXT: number;
}

/**
 * Measures how long the GPU takes for some work, without waiting for it: by a timer query, or else by a fence, which also counts the work
 * before that is not done yet.
 */
export class GpuTimer {
  /** The time of the last work that was measured. */
  milliseconds: number | null = null;
  readonly how: "timer query" | "fence";
  private readonly extension: TimerExtension | null;
  private pending = false;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.extension = gl.getExtension("EXT_disjoint_timer_query_webgl2");
    this.how = this.extension ? "timer query" : "fence";
  }

  /** Does the work, and measures it, if the measurement before is finished. */
  measure<T>(work: () => T): T {
    if (this.pending) {
      return work();
    }
    this.pending = true;
    return this.extension ? this.byQuery(this.extension, work) : this.byFence(work);
  }

  private byQuery<T>(extension: TimerExtension, work: () => T): T {
    const { gl } = this;
    const query = gl.createQuery()!;
    gl.beginQuery(extension.TIME_ELAPSED_EXT, query);
    try {
      return work();
    } finally {
      gl.endQuery(extension.TIME_ELAPSED_EXT);
      this.poll(() => {
        if (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) {
          return false;
        }
        if (!gl.getParameter(extension.GPU_DISJOINT_EXT)) {
          this.milliseconds = Number(gl.getQueryParameter(query, gl.QUERY_RESULT)) / 1e6;
        }
        gl.deleteQuery(query);
        return true;
      });
    }
  }

  private byFence<T>(work: () => T): T {
    const { gl } = this;
    const begun = performance.now();
    try {
      return work();
    } finally {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)!;
      gl.flush();
      this.poll(() => {
        if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
          return false;
        }
        this.milliseconds = performance.now() - begun;
        gl.deleteSync(fence);
        return true;
      });
    }
  }

  private poll(isDone: () => boolean): void {
    const look = () => {
      if (this.gl.isContextLost() || isDone()) {
        this.pending = false;
      } else {
        setTimeout(look, 1);
      }
    };
    setTimeout(look, 1);
  }
}

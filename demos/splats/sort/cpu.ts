import type { Splats } from "../splats.js";
import type { Answer, Question } from "./messages.js";
import type { View } from "./view.js";

/** An order of splats that the worker made. */
export interface CpuOrder {
  view: View;
  /** As many elements as texels of the order's texture hold. */
  order: Float32Array<ArrayBuffer>;
  milliseconds: number;
}

/**
 * Sorts splats in a worker. Two arrays go back and forth, without being copied. While the worker is busy, only the newest view waits, so
 * that what is drawn is at most two sorts old.
 */
export class CpuSort {
  /** The newest order. */
  latest: CpuOrder | null = null;
  /** Called when there is a new one. */
  onOrder: (() => void) | null = null;
  private readonly worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  private readonly free: Float32Array<ArrayBuffer>[];
  private waiting: View | null = null;
  private busy = false;
  private questions = 0;
  private readonly answers = new Map<number, { resolve: (wrong: number) => void; reject: (error: Error) => void }>();

  constructor(splats: Splats, elements: number, private readonly onError: (error: Error) => void) {
    this.free = [new Float32Array(elements), new Float32Array(elements)];
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.take(data);
    this.worker.onerror = (event) => this.fail(new Error(`the worker fails: ${event.message}`));
    this.ask({ kind: "splats", x: splats.x, y: splats.y, z: splats.z });
  }

  /** Asks for the order of a view. It comes later. */
  request(view: View): void {
    this.waiting = view;
    this.next();
  }

  /** Counts the wrong neighbours of an order in a view, in the worker. */
  wrongNeighbours(view: View, order: Float32Array<ArrayBuffer>): Promise<number> {
    const number = this.questions++;
    return new Promise((resolve, reject) => {
      this.answers.set(number, { resolve, reject });
      this.ask({ kind: "neighbours", view, order, number });
    });
  }

  dispose(): void {
    this.worker.terminate();
    this.answers.forEach(({ reject }) => reject(new Error("the worker is gone")));
    this.answers.clear();
  }

  private next(): void {
    const order = this.free.at(-1);
    if (!this.busy && this.waiting && order) {
      this.free.pop();
      this.busy = true;
      this.ask({ kind: "sort", view: this.waiting, order }, [order.buffer]);
      this.waiting = null;
    }
  }

  private take(data: Answer): void {
    if (data.kind === "neighbours") {
      this.answers.get(data.number)?.resolve(data.wrong);
      this.answers.delete(data.number);
      return;
    }
    this.busy = false;
    if (this.latest) {
      this.free.push(this.latest.order);
    }
    this.latest = data;
    this.onOrder?.();
    this.next();
  }

  private ask(question: Question, transfer: Transferable[] = []): void {
    this.worker.postMessage(question, { transfer });
  }

  private fail(error: Error): void {
    this.answers.forEach(({ reject }) => reject(error));
    this.answers.clear();
    this.onError(error);
  }
}

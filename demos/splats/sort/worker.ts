import { CountingSort } from "./counting.js";
import type { Answer, Question } from "./messages.js";

let sort: CountingSort | null = null;
const answer = (message: Answer, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if (data.kind === "splats") {
    sort = new CountingSort(data.x, data.y, data.z);
    return;
  }
  if (!sort) {
    throw new Error("the worker has no splats yet");
  }
  const { view, order } = data;
  if (data.kind === "neighbours") {
    answer({ kind: "neighbours", wrong: sort.wrongNeighbours(view, order), number: data.number });
    return;
  }
  const begun = performance.now();
  sort.sort(view, order);
  answer({ kind: "sorted", view, order, milliseconds: performance.now() - begun }, [order.buffer]);
});

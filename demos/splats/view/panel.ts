import type { Sorter, Viewer } from "../viewer.js";
import type { Camera } from "./camera.js";

const element = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no element ${id}`);
  }
  return found as T;
};

/** A link to help. */
export interface Link {
  href: string;
  text: string;
}

/** The controls and the figures beside the picture. */
export class Panel {
  readonly turns = element<HTMLInputElement>("turns");
  readonly counts = element<HTMLInputElement>("counts");
  private readonly progress = element<HTMLProgressElement>("progress");
  private readonly note = element("note");
  private readonly close = element<HTMLButtonElement>("note-close");
  private readonly frames: number[] = [];
  private lastShown = 0;

  /** Opens the panel, or leaves its title alone. */
  open(open: boolean): void {
    element<HTMLDetailsElement>("panel").open = open;
  }

  /** Returns the part of the page's width that the panel covers: nothing, where it lies above the picture. */
  covers(): number {
    const panel = element<HTMLDetailsElement>("panel");
    const part = panel.getBoundingClientRect().right / innerWidth;
    return panel.open && part < 0.5 ? part : 0;
  }

  /** Called when the panel is opened or closed. */
  onToggle(toggled: () => void): void {
    element("panel").addEventListener("toggle", toggled);
  }

  /** Called when the visitor chooses a sorter. */
  onSorter(chosen: (sorter: Sorter) => void): void {
    for (const sorter of ["gpu", "cpu"] as const) {
      element<HTMLInputElement>(sorter).addEventListener("change", () => chosen(sorter));
    }
  }

  /** Called when the visitor chooses a file, or drops one. */
  onFile(chosen: (file: File) => void): void {
    const input = element<HTMLInputElement>("file");
    element("open").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files?.[0]) chosen(input.files[0]);
      input.value = "";
    });
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) chosen(file);
    });
  }

  /** Called with what a button does to the camera. */
  onView(changed: (change: (camera: Camera) => void) => void): void {
    element("reset").addEventListener("click", () => changed((camera) => camera.reset()));
    element("flip").addEventListener("click", () => changed((camera) => camera.flip()));
  }

  /** Called when the visitor closes the note, by its button or by Escape. */
  onClose(closed: () => void): void {
    const close = () => {
      if (!this.note.hidden && !this.close.hidden) {
        this.quiet();
        closed();
      }
    };
    this.close.addEventListener("click", close);
    addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  }

  /** Shows which sorter is chosen. */
  choose(sorter: Sorter): void {
    element<HTMLInputElement>(sorter).checked = true;
    this.frames.length = 0;
    this.wrong(null);
  }

  /** Shows how far something is, from 0 to 1: without a number, that it goes on. Null hides it. */
  loading(part: number | null | undefined, what = ""): void {
    this.progress.hidden = part === null;
    if (part === undefined) {
      this.progress.removeAttribute("value");
    } else if (part !== null) {
      this.progress.value = part;
    }
    this.text("status", what);
  }

  /** Shows a note over the picture: what is wrong, and a link to help. */
  say(title: string, text: string, link?: Link): void {
    this.text("note-title", title);
    this.text("note-text", text);
    const anchor = element<HTMLAnchorElement>("note-link");
    anchor.hidden = !link;
    anchor.href = link?.href ?? "";
    anchor.textContent = link?.text ?? "";
    this.close.hidden = true;
    this.note.hidden = false;
  }

  /** Lets the visitor close the note, or not: where no picture is behind it, it stays. */
  allowClosing(can: boolean): void {
    this.close.hidden = !can;
  }

  /** Hides the note. */
  quiet(): void {
    this.note.hidden = true;
  }

  /** Says which scene is shown. */
  scene(name: string, count: number, generated: boolean): void {
    this.text("scene", name);
    this.text("splats", count.toLocaleString("en"));
    document.body.classList.toggle("sky", generated);
  }

  /** Shows the number of wrong neighbours that was counted last. */
  wrong(count: number | null): void {
    this.text("wrong", count === null ? "–" : count.toLocaleString("en"));
  }

  /** Shows the figures of a frame, a few times a second. */
  frame(viewer: Viewer): void {
    const now = performance.now();
    this.frames.push(now);
    while (this.frames.length > 60) this.frames.shift();
    if (now - this.lastShown < 250) {
      return;
    }
    this.lastShown = now;
    const { timer, counts } = viewer;
    const time = (milliseconds: number | null) => milliseconds === null ? "–" : `${milliseconds.toFixed(1)} ms`;
    this.text("gpu-time", time(timer.milliseconds));
    element("gpu-time").title = `Measured by a ${timer.how}. The commands take ${time(viewer.callMilliseconds)} on the page's thread.`;
    this.text("cpu-time", time(viewer.workerMilliseconds));
    this.text("old", `${counts.old.toLocaleString("en")} of ${counts.frames.toLocaleString("en")}`);
    const span = now - this.frames[0]!;
    this.text("rate", span > 0 && this.frames.length > 5 ? `${((this.frames.length - 1) * 1000 / span).toFixed(0)} a second` : "–");
  }

  private text(id: string, text: string): void {
    element(id).textContent = text;
  }
}

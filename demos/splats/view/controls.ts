import type { Camera } from "./camera.js";

/** How far keys go at a time. */
const TURN = 0.08;
const MOVE = 0.04;
const NEARER = 0.92;

/**
 * Moves a camera by mouse, touch and keyboard:
 *
 * | | turn | move | nearer |
 * |---|---|---|---|
 * | mouse | left button | right button, or shift | wheel |
 * | touch | one finger | two fingers | pinch |
 * | keyboard | arrows | shift and arrows | + and - |
 *
 * 0 goes back to the start, and F turns the scene upside down.
 */
export function control(canvas: HTMLCanvasElement, camera: () => Camera | null, changed: () => void): void {
  const pointers = new Map<number, { x: number; y: number; moves: boolean }>();
  const side = () => Math.min(canvas.clientWidth, canvas.clientHeight);
  const apply = (change: (camera: Camera) => void) => {
    const moved = camera();
    if (moved) {
      change(moved);
      changed();
    }
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    const moves = event.button === 1 || event.button === 2 || event.shiftKey;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moves });
  });
  canvas.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) {
      return;
    }
    const [dx, dy] = [(event.clientX - pointer.x) / side(), (event.clientY - pointer.y) / side()];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    const before = other ? Math.hypot(pointer.x - other.x, pointer.y - other.y) : 0;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (!other) {
      apply((camera) => pointer.moves ? camera.pan(-dx, dy) : camera.orbit(-4 * dx, 4 * dy));
      return;
    }
    // Each of two fingers moves what is between them by half.
    const after = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    apply((camera) => {
      camera.pan(-dx / 2, dy / 2);
      if (before > 0 && after > 0) camera.zoom(before / after);
    });
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 30 * event.deltaY;
    apply((camera) => camera.zoom(Math.exp(Math.min(Math.max(pixels, -240), 240) / 600)));
  }, { passive: false });

  addEventListener("keydown", (event) => {
    // Other parts of the page have keys of their own.
    const isHere = event.target === canvas || event.target === document.body;
    if (!isHere || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    const arrow = arrows[event.key];
    if (arrow) {
      const [x, y] = arrow;
      apply((camera) => event.shiftKey ? camera.pan(MOVE * x, MOVE * y) : camera.orbit(TURN * x, TURN * y));
    } else if (event.key === "+" || event.key === "=") {
      apply((camera) => camera.zoom(NEARER));
    } else if (event.key === "-") {
      apply((camera) => camera.zoom(1 / NEARER));
    } else if (event.key === "0") {
      apply((camera) => camera.reset());
    } else if (event.key === "f" || event.key === "F") {
      apply((camera) => camera.flip());
    } else {
      return;
    }
    event.preventDefault();
  });
}

import { Device } from "brooklet";
import type { Stream } from "brooklet";
import { orderTexture, putOrder } from "./draw/textures.js";
import type { Size } from "./draw/textures.js";
import { Renderer } from "./draw/renderer.js";
import { CpuSort } from "./sort/cpu.js";
import type { CpuOrder } from "./sort/cpu.js";
import { GpuSort } from "./sort/gpu.js";
import { GpuTimer } from "./sort/timer.js";
import { Box, sameView } from "./sort/view.js";
import type { View } from "./sort/view.js";
import type { Splats } from "./splats.js";
import type { Camera } from "./view/camera.js";

/** Who sorts. */
export type Sorter = "gpu" | "cpu";

/** What has happened since a sorter was chosen. */
export interface Counts {
  frames: number;
  /** Frames that were drawn in the order of another view. */
  old: number;
}

/** Draws splats in a context of WebGL 2, in an order that the GPU finds in the same frame, or that a worker finds for a later one. */
export class Viewer {
  readonly counts: Counts = { frames: 0, old: 0 };
  readonly timer: GpuTimer;
  /** Milliseconds that the last call of the GPU's sort took on this thread, for its commands alone. */
  callMilliseconds: number | null = null;
  /** Called when there is a reason to draw again. */
  onChange: (() => void) | null = null;
  private readonly box: Box;
  private readonly gpu: GpuSort;
  private readonly renderer: Renderer;
  private readonly size: Size;
  private cpu: CpuSort | null = null;
  private cpuTexture: WebGLTexture | null = null;
  private uploaded: CpuOrder | null = null;
  private requested: View | null = null;
  private order: Stream;
  private texture: WebGLTexture;
  private orderView: View;
  private drawnView: View | null = null;
  private current: Sorter = "gpu";

  private constructor(
    readonly gl: WebGL2RenderingContext, readonly device: Device, readonly splats: Splats, private readonly onError: (error: Error) => void,
  ) {
    this.box = new Box(splats);
    this.timer = new GpuTimer(gl);
    this.gpu = new GpuSort(device, splats);
    this.orderView = this.box.view([0, 0, -1], 0);
    this.order = this.gpu.sort(this.orderView);
    this.texture = this.order.texture;
    this.size = this.order.layout();
    if (this.order.layout().lanes !== 4) {
      throw new Error("the order of the splats is not packed, four to a texel, as orders of the worker are");
    }
    this.renderer = new Renderer(gl, splats, this.order.glsl("order", "orders"));
  }

  /** Opens a viewer. Errors of the worker, which come later, go to `onError`. */
  static async open(gl: WebGL2RenderingContext, splats: Splats, onError: (error: Error) => void): Promise<Viewer> {
    const device = await Device.adopt(gl);
    try {
      return new Viewer(gl, device, splats, onError);
    } catch (error) {
      device.dispose();
      throw error;
    }
  }

  get sorter(): Sorter {
    return this.current;
  }

  set sorter(sorter: Sorter) {
    this.current = sorter;
    Object.assign(this.counts, { frames: 0, old: 0 });
    this.requested = null;
  }

  /** Milliseconds that the worker's last sort took. */
  get workerMilliseconds(): number | null {
    return this.cpu?.latest?.milliseconds ?? null;
  }

  /** Whether a newer order is on its way. */
  get waits(): boolean {
    return this.current === "cpu" && !sameView(this.uploaded?.view ?? null, this.drawnView);
  }

  /** Draws a frame. Returns whether there was an order to draw in: the worker's first one takes a while. */
  draw(camera: Camera): boolean {
    const { gl, counts } = this;
    const view = this.box.view(camera.direction(), camera.depth());
    const [texture, orderView] = this.current === "gpu" ? this.sortHere(view) : this.sortThere(view);
    this.drawnView = view;
    if (!texture) {
      return false;
    }
    counts.frames++;
    if (!sameView(orderView, view)) counts.old++;
    this.renderer.draw(camera.matrices(gl.drawingBufferWidth, gl.drawingBufferHeight), texture);
    return true;
  }

  /**
   * Counts neighbours that the last frame drew in the wrong order. It reads the order back by a fence, and the worker counts, so that no
   * frame waits for it.
   */
  async wrongNeighbours(): Promise<number> {
    const view = this.drawnView;
    const order = await this.readOrder();
    if (!view || !order) {
      throw new Error("nothing has been drawn yet");
    }
    return this.worker().wrongNeighbours(view, order);
  }

  /** Returns the order of the last frame. */
  async readOrder(): Promise<Float32Array<ArrayBuffer> | null> {
    if (this.current === "gpu") {
      return await this.order.read() as Float32Array<ArrayBuffer>;
    }
    return this.uploaded?.order.slice(0, this.splats.count) ?? null;
  }

  /** Returns the view of the last frame. */
  get view(): View | null {
    return this.drawnView;
  }

  dispose(): void {
    this.cpu?.dispose();
    this.order.dispose();
    this.gpu.dispose();
    this.renderer.dispose();
    this.gl.deleteTexture(this.cpuTexture);
    this.device.dispose();
  }

  /** Sorts on the GPU, if the view is another one. */
  private sortHere(view: View): [WebGLTexture, View] {
    if (!sameView(view, this.orderView)) {
      const begun = performance.now();
      // Disposed of first, its textures are used again.
      this.order.dispose();
      this.order = this.timer.measure(() => this.gpu.sort(view));
      this.texture = this.order.texture;
      this.orderView = view;
      this.callMilliseconds = performance.now() - begun;
    }
    return [this.texture, this.orderView];
  }

  /** Asks the worker for an order, and takes its newest one. */
  private sortThere(view: View): [WebGLTexture | null, View | null] {
    const cpu = this.worker();
    if (!sameView(view, this.requested)) {
      this.requested = view;
      cpu.request(view);
    }
    if (cpu.latest && cpu.latest !== this.uploaded) {
      this.cpuTexture ??= orderTexture(this.gl, this.size);
      putOrder(this.gl, this.cpuTexture, this.size, cpu.latest.order);
      this.uploaded = cpu.latest;
    }
    return [this.cpuTexture, this.uploaded?.view ?? null];
  }

  private worker(): CpuSort {
    if (!this.cpu) {
      this.cpu = new CpuSort(this.splats, this.size.width * this.size.height * 4, this.onError);
      this.cpu.onOrder = () => this.onChange?.();
    }
    return this.cpu;
  }
}

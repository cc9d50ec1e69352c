import { BrookletError } from "./errors.js";
import type { Host } from "./host.js";
import { replace } from "./shadow.js";
import type { Data, Stream } from "./stream.js";

/** The contexts whose `deleteTexture` is wrapped, with the lending of each device in them. */
const guarded = new WeakMap<WebGL2RenderingContext, { all: Set<Lending>; end: () => void }>();

/**
 * The textures of a device that have another owner: those that are borrowed from others, which the WebAssembly side must not delete, and those
 * that are lent to engines, which engines must not delete. It wraps `deleteTexture` of the context, once there is one.
 */
export class Lending {
  /** How many calls of the WebAssembly side are under way. */
  calls = 0;
  /** Textures of others. */
  private readonly borrowed = new WeakSet<WebGLTexture>();
  /** The streams that lie in them. */
  private readonly inBorrowed = new WeakSet<Stream<Data>>();
  /** The textures of streams, as far as they were asked for. */
  private readonly textures = new WeakMap<Stream<Data>, WebGLTexture | null>();
  /** Textures of streams that engines draw with. */
  private readonly lent = new WeakSet<WebGLTexture>();
  /** The streams that engines draw with, by the engine's object, which keeps them alive. */
  private readonly lentTo = new WeakMap<object, Stream<Data>>();

  constructor(private readonly gl: WebGL2RenderingContext, private readonly host: Host) {}

  /** Keeps a texture of others from being deleted with its stream. Refuses what is no texture of the context. */
  borrow(texture: WebGLTexture): void {
    this.guard();
    // A browser asks another process whether it is one, which takes a third of a millisecond.
    if (!this.borrowed.has(texture) && !isTexture(this.gl, texture)) {
      throw new BrookletError("type", "this is no texture of the device's context, or it was deleted, or never bound");
    }
    this.borrowed.add(texture);
  }

  /** Remembers which texture of others a stream lies in. */
  remember(stream: Stream<Data>, texture: WebGLTexture): void {
    this.inBorrowed.add(stream);
    this.textures.set(stream, texture);
  }

  /**
   * Returns why a pass cannot be drawn, if it writes into a texture of others twice, or reads it and writes into it: WebGL would draw nothing, and
   * say so in its console alone. Names are as messages have them, such as `input x`.
   */
  conflict(read: [string, Stream<Data>][], outputs: [string, Stream<Data>][]): string | null {
    if (outputs.length === 0 || ![...read, ...outputs].some(([, stream]) => this.inBorrowed.has(stream))) {
      return null;
    }
    const written = new Map<WebGLTexture, string>();
    const conflict = (name: string, texture: WebGLTexture | null) => {
      // A stream without elements has no texture.
      const other = texture && written.get(texture);
      return other ? `${other} and ${name} lie in one texture; a pass writes to a texture of its own` : null;
    };
    for (const [name, stream] of outputs) {
      const texture = this.textureOf(stream);
      const why = conflict(name, texture);
      if (why) return why;
      if (texture) written.set(texture, name);
    }
    return read.map(([name, stream]) => conflict(name, this.textureOf(stream))).find((why) => why !== null) ?? null;
  }

  /** Returns the texture of a stream, and remembers it: it is the same as long as the stream lives. */
  private textureOf(stream: Stream<Data>): WebGLTexture | null {
    let texture = this.textures.get(stream);
    if (texture === undefined) {
      texture = stream.device.textureOf(stream.device.own(stream));
      this.textures.set(stream, texture);
    }
    return texture;
  }

  /** Keeps a stream as long as an object of an engine lives, and its texture from being deleted with that object. */
  lend(stream: Stream<Data>, to: object): void {
    const { texture } = stream;
    if (this.borrowed.has(texture)) {
      throw new BrookletError("option", "the stream lies in a texture of yours: draw with that");
    }
    this.guard();
    this.lent.add(texture);
    this.lentTo.set(to, stream);
  }

  /** Wraps `deleteTexture`, if it is not wrapped. */
  guard(): void {
    const { gl } = this;
    const entry = guarded.get(gl);
    if (entry) {
      entry.all.add(this);
      return;
    }
    const all = new Set<Lending>([this]);
    const original = gl.deleteTexture;
    const end = replace(gl, "deleteTexture", (texture: WebGLTexture | null) => {
      if (!texture || ![...all].some((lending) => lending.keeps(texture))) {
        original.call(gl, texture);
        all.forEach((lending) => lending.deleted(texture));
      }
    });
    guarded.set(gl, { all, end });
  }

  /** Keeps nothing any more. */
  dispose(): void {
    const entry = guarded.get(this.gl);
    if (entry?.all.delete(this) && entry.all.size === 0) {
      guarded.delete(this.gl);
      entry.end();
    }
  }

  /** Forgets a texture that is deleted. */
  private deleted(texture: WebGLTexture | null): void {
    this.host.forget(texture);
    if (texture) {
      this.borrowed.delete(texture);
    }
  }

  /** Whether a texture has another owner than the one that deletes it now. */
  private keeps(texture: WebGLTexture): boolean {
    return (this.calls > 0 ? this.borrowed : this.lent).has(texture);
  }
}

/** Whether a texture is one of the context. A browser throws where the value is of another type. */
function isTexture(gl: WebGL2RenderingContext, texture: WebGLTexture): boolean {
  try {
    return gl.isTexture(texture);
  } catch {
    return false;
  }
}

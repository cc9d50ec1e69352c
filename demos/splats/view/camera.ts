import type { Matrices } from "../draw/renderer.js";
import type { Splats } from "../splats.js";

type Vector = [number, number, number];

/** The field of view along the shorter side of the picture, in radians. */
const FIELD = (45 * Math.PI) / 180;
const MAX_PITCH = 1.55;
/** Centres that are looked at to find out how large a scene is. */
const SAMPLES = 4096;

/** Where a camera starts. */
export interface Pose {
  target: Vector;
  distance: number;
  /** Angles in radians: around the upright axis, and upwards. */
  yaw: number;
  pitch: number;
}

/** A camera that turns around a target. */
export class Camera implements Pose {
  target: Vector;
  distance: number;
  yaw: number;
  pitch: number;
  /** How far the picture's middle lies to the right, as part of its half width. */
  shift = 0;
  private readonly size: number;
  /** 1, or -1 for a scene that is upside down. */
  private upright = 1;

  constructor(private readonly start: Pose) {
    this.target = [...start.target];
    ({ distance: this.distance, yaw: this.yaw, pitch: this.pitch } = start);
    this.size = start.distance;
  }

  /** Goes back to the start. */
  reset(): void {
    Object.assign(this, { ...this.start, target: [...this.start.target] });
  }

  /** Turns around the target. */
  orbit(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = Math.min(Math.max(this.pitch + pitch, -MAX_PITCH), MAX_PITCH);
  }

  /** Moves target and camera, in parts of the picture's shorter side. */
  pan(right: number, up: number): void {
    const [x, y] = this.axes();
    const by = 2 * this.distance * Math.tan(FIELD / 2);
    this.target = this.target.map((value, i) => value + by * (right * x[i]! + up * y[i]!)) as Vector;
  }

  /** Goes nearer, or away. */
  zoom(factor: number): void {
    this.distance = Math.min(Math.max(this.distance * factor, this.size / 500), this.size * 20);
  }

  /** Turns the scene upside down. */
  flip(): void {
    this.upright = -this.upright;
  }

  /** Returns where the camera is. */
  eye(): Vector {
    const [, , back] = this.axes();
    return this.target.map((value, i) => value + this.distance * back[i]!) as Vector;
  }

  /** Returns the direction of view. */
  direction(): Vector {
    const [, , back] = this.axes();
    return back.map((value) => -value) as Vector;
  }

  /** Returns the depth of the camera itself, in its direction of view. */
  depth(): number {
    const eye = this.eye();
    return this.direction().reduce((sum, value, i) => sum + value * eye[i]!, 0);
  }

  /** Returns the matrices for a picture of this size. */
  matrices(width: number, height: number): Matrices {
    const axes = this.axes();
    const eye = this.eye();
    const dot = (axis: Vector) => axis.reduce((sum, value, i) => sum + value * eye[i]!, 0);
    const [x, y, z] = axes;
    const focal = 1 / Math.tan(FIELD / 2);
    const short = Math.min(width, height);
    const [near, far] = [this.size / 1000, this.size * 1000];
    return {
      view: new Float32Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x), -dot(y), -dot(z), 1]),
      projection: new Float32Array([
        (focal * short) / width, 0, 0, 0, 0, (focal * short) / height, 0, 0,
        -this.shift, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
      ]),
    };
  }

  /** Returns the camera's axes: to the right, up, and back, to the viewer. */
  private axes(): [Vector, Vector, Vector] {
    const [sy, cy, sp, cp] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    // Upside down is half a turn around the axis to the viewer at yaw 0, so that x and y change their signs.
    const u = this.upright;
    return [[u * cy, 0, -sy], [-u * sp * sy, u * cp, -sp * cy], [u * cp * sy, u * sp, cp * cy]];
  }
}

/** Returns a pose that shows splats of which nothing is known: around the median of their centres, as far as most of them reach. */
export function poseOf({ count, x, y, z }: Splats): Pose {
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const samples = Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  const target = [x, y, z].map((values) => median(samples.map((at) => values[at]!))) as Vector;
  const away = samples.map((at) => Math.hypot(x[at]! - target[0], y[at]! - target[1], z[at]! - target[2])).sort((a, b) => a - b);
  const reach = away[Math.floor(away.length * 0.8)]!;
  return { target, distance: reach > 0 ? 2.5 * reach : 1, yaw: 0.4, pitch: 0.2 };
}

import { Splats } from "../splats.js";

/**
 * Sets the centre and the covariance of a splat whose file has y downwards and z away from the viewer, as those of the trainers do. Both
 * are turned around x by half a turn.
 */
export function placeTurned(
  splats: Splats, at: number, centre: ArrayLike<number>, scale: ArrayLike<number>, w: number, x: number, y: number, z: number,
): void {
  splats.place(at, centre[0]!, -centre[1]!, -centre[2]!);
  splats.shape(at, scale[0]!, scale[1]!, scale[2]!, -x, w, -z, y);
}

import { Brush } from "./brush.js";
import { paintGrass, paintGround, paintRoots } from "./land.js";
import { Random } from "./random.js";
import { paintTrees, plantTrees, shadeTrees } from "./trees.js";
import { paintBrook, paintFall, paintStones } from "./water.js";
import type { Splats } from "../splats.js";
import type { Pose } from "../view/camera.js";

/** Where the camera shows the island from. */
export const ISLAND_POSE: Pose = { target: [0.3, -0.7, 0.8], distance: 25, yaw: 0.42, pitch: 0.4 };

/**
 * Makes an island with a brook, which is the same every time.
 *
 * @param detail How many splats it has: 1 makes about 355,000.
 */
export function makeIsland(detail = 1): Splats {
  const brush = new Brush(Math.ceil(700000 * detail) + 60000);
  const some = (count: number) => Math.ceil(count * detail);
  const trees = plantTrees(new Random(3), 64);
  shadeTrees(brush, trees);
  paintGround(brush, new Random(5), some(95000));
  paintGrass(brush, new Random(7), some(80000));
  paintRoots(brush, new Random(11), some(52000));
  paintStones(brush, new Random(13), some(170));
  paintBrook(brush, new Random(17), some(26000));
  paintFall(brush, new Random(19), some(9000));
  paintTrees(brush, trees, some(2100));
  return brush.done();
}

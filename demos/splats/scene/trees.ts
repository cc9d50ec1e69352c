import type { Brush, Colour, Vector } from "./brush.js";
import { mix, normalised } from "./brush.js";
import { BANK, fromBrook, fromShore, heightAt, normalAt, RADIUS } from "./land.js";
import { Random, hills } from "./random.js";

interface Tree {
  foot: Vector;
  height: number;
  /** A conifer, or else a tree with leaves. */
  conifer: boolean;
  leaves: Colour;
  seed: number;
}

const LEAVES: Colour[] = [
  [0.3, 0.48, 0.14], [0.4, 0.54, 0.16], [0.26, 0.44, 0.18], [0.82, 0.56, 0.14], [0.78, 0.34, 0.14], [0.88, 0.68, 0.2], [0.92, 0.6, 0.68],
];
const NEEDLES: Colour[] = [[0.14, 0.32, 0.2], [0.18, 0.36, 0.2], [0.12, 0.28, 0.2]];
const BARK: Colour = [0.36, 0.26, 0.2];

/** Chooses where trees stand: apart from one another, on land that is not steep. */
export function plantTrees(random: Random, count: number): Tree[] {
  const trees: Tree[] = [];
  for (let attempt = 0; attempt < 40 * count && trees.length < count; attempt++) {
    const away = RADIUS * Math.sqrt(random.next());
    const angle = random.between(0, 2 * Math.PI);
    const [x, z] = [away * Math.cos(angle), away * Math.sin(angle)];
    const wood = hills(0.35 * x + 2, 0.35 * z + 6, 3);
    const apart = trees.every(({ foot }) => Math.hypot(foot[0] - x, foot[2] - z) > 0.95);
    const fits = apart && fromBrook(x, z) > BANK + 0.75 && fromShore(x, z) > 0.7 && normalAt(x, z)[1] > 0.7;
    if (!fits || wood < random.between(-0.35, 0.25)) continue;
    const conifer = hills(0.3 * x - 7, 0.3 * z + 1, 2) + 0.15 * random.around() > 0.02;
    const colours = conifer ? NEEDLES : LEAVES;
    const leaves = colours[Math.floor(random.next() * colours.length)]!;
    const height = conifer ? random.between(1.7, 3.3) : random.between(1.4, 2.4);
    trees.push({ foot: [x, heightAt(x, z) - 0.05, z], height, conifer, leaves, seed: Math.floor(random.next() * 2 ** 31) });
  }
  return trees;
}

/** Lets trees throw shadows on what is painted afterwards. */
export function shadeTrees(brush: Brush, trees: Tree[]): void {
  for (const { foot: [x, y, z], height, conifer } of trees) {
    if (conifer) {
      brush.shade({ centre: [x, y + 0.35 * height, z], radius: 0.24 * height });
      brush.shade({ centre: [x, y + 0.65 * height, z], radius: 0.15 * height });
    } else {
      brush.shade({ centre: [x, y + 0.72 * height, z], radius: 0.36 * height });
    }
  }
}

/** Paints trees, each of about so many splats. */
export function paintTrees(brush: Brush, trees: Tree[], splats: number): void {
  for (const tree of trees) {
    const random = new Random(tree.seed);
    paintTrunk(brush, random, tree);
    if (tree.conifer) {
      paintConifer(brush, random, tree, splats);
    } else {
      paintCrown(brush, random, tree, splats);
    }
  }
}

function paintTrunk(brush: Brush, random: Random, { foot: [x, y, z], height }: Tree): void {
  const lean = [0.05 * random.around(), 0.05 * random.around()];
  for (let i = 0; i < 160; i++) {
    const up = random.between(0, 0.72) * height;
    const angle = random.between(0, 2 * Math.PI);
    const thick = 0.034 * height * (1 - (0.8 * up) / height) + 0.05 * Math.exp(-9 * up);
    const normal = normalised([Math.cos(angle), 0.1, Math.sin(angle)]);
    const centre: Vector = [x + lean[0]! * up + thick * normal[0], y + up, z + lean[1]! * up + thick * normal[2]];
    const colour = BARK.map((value) => value * random.between(0.7, 1.15)) as Colour;
    brush.strand(centre, normalised([lean[0]!, 1, lean[1]!]), 0.07, 0.02, brush.lit(colour, normal, 0.7), 0.97);
  }
}

/** A crown is a few clouds of leaves, dense at their surface. */
function paintCrown(brush: Brush, random: Random, { foot: [x, y, z], height, leaves }: Tree, splats: number): void {
  const clouds = 7;
  for (let cloud = 0; cloud < clouds; cloud++) {
    const out = cloud === 0 ? 0 : random.between(0.14, 0.27) * height;
    const angle = cloud * 2.4 + random.between(-0.4, 0.4);
    const middle: Vector = [
      x + out * Math.cos(angle), y + height * (cloud === 0 ? 0.88 : random.between(0.55, 0.82)), z + out * Math.sin(angle),
    ];
    const size = height * random.between(0.17, 0.25);
    for (let leaf = 0; leaf < splats / clouds; leaf++) {
      const away = random.direction();
      const out = size * (0.55 + 0.45 * Math.sqrt(random.next())) * (1 + 0.08 * random.around());
      const centre: Vector = [middle[0] + out * away[0], middle[1] + 0.82 * out * away[1], middle[2] + out * away[2]];
      const [p, q, r] = [0.55 * random.around(), 0.35 + 0.55 * random.around(), 0.55 * random.around()];
      const normal = normalised([away[0] + p, away[1] + q, away[2] + r]);
      // Leaves are darker below and within the crown.
      const inner = (0.62 + 0.38 * (out / size)) * (0.8 + 0.2 * away[1]);
      const tint = mix(leaves, [0.95, 0.9, 0.4], 0.16 * random.next()).map((v) => v * inner * random.between(0.78, 1.15)) as Colour;
      const light = brush.lit(tint, normal, 0.55 + 0.45 * Math.max(away[1], 0), 0.55);
      brush.disc(centre, normal, random.between(0.024, 0.046), 0.004, light, 0.93);
    }
  }
}

/** A conifer is branches in whorls, each longer than the one above it. */
function paintConifer(brush: Brush, random: Random, { foot: [x, y, z], height, leaves }: Tree, splats: number): void {
  const whorls = 13;
  for (let i = 0; i < splats; i++) {
    const whorl = Math.floor((1 - Math.sqrt(random.next())) * whorls);
    const up = 0.12 + (0.88 * (whorl + 0.4)) / whorls;
    const reach = height * 0.29 * (1.04 - up);
    const branches = 9;
    const angle = ((Math.floor(random.next() * branches) + 0.5 * (whorl % 2)) / branches) * 2 * Math.PI + 0.1 * random.around();
    const out = Math.sqrt(random.next());
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const droop = 0.42 * out * out * reach;
    const centre: Vector = [
      x + out * reach * cos + 0.022 * random.around(), y + up * height - droop + 0.035 * random.around() * (1 - 0.6 * out),
      z + out * reach * sin + 0.022 * random.around(),
    ];
    const along = normalised([cos + 0.6 * random.around(), -0.35 + 0.3 * random.around(), sin + 0.6 * random.around()]);
    const normal = normalised([0.7 * cos, 0.75, 0.7 * sin]);
    const tip = 0.6 + 0.5 * out;
    const tint = mix(leaves, [0.5, 0.62, 0.3], 0.28 * out * random.next()).map((v) => v * tip * random.between(0.75, 1.2)) as Colour;
    brush.strand(centre, along, random.between(0.035, 0.065), 0.011, brush.lit(tint, normal, 0.85, 0.4), 0.92);
  }
}

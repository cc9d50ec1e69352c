// Writes the files that the browser tests load, into a folder.
import { writeFileSync } from "node:fs";
import { changed, dotSplat, ply, spz, spz4 } from "./files.mjs";

const folder = process.argv[2];
const files = {
  "good.ply": ply(), "good.splat": dotSplat(), "good2.spz": spz({ version: 2 }), "good3.spz": spz({ version: 3 }), "good4.spz": spz4(),
  "short.ply": ply().subarray(0, -7), "short.splat": dotSplat().subarray(0, 95), "claims.spz": spz({ count: 10000000 }),
  "far.splat": changed(dotSplat(), 36, ...new Uint8Array(Float32Array.of(3e38).buffer)), "other.txt": new TextEncoder().encode("no splats"),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(`${folder}/${name}`, bytes);

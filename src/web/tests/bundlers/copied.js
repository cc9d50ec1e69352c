// An application that has brooklet.wasm copied beside it.
import { Device, init } from "brooklet";
import { sorted } from "./sorted.js";

await init("brooklet.wasm");
window.results = await sorted(Device);

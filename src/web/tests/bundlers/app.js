// An application as a bundler gets it.
import { Device } from "brooklet";
import { sorted } from "./sorted.js";

window.results = await sorted(Device);

// An application for bundlers that carry no file.
import { Device } from "brooklet/inline";
import { sorted } from "./sorted.js";

window.results = await sorted(Device);

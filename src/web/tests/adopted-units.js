// The fixed units in WebGL 2: in a context of the device's own, and in one whose owner has set them otherwise.
import { BrookletError, Device } from "./brooklet/index.js";
import { check, tests } from "./support.js";
import { checkUnits } from "./units.js";

const ALWAYS = ["rectangles", "write masks", "depth tests", "occlusion queries", "stencil tests", "points", "half floats", "errors"];

tests["fixed units in a context of one's own"] = async () => {
  const device = await Device.create();
  const units = await checkUnits(device, BrookletError);
  const blends = device.gl.getExtension("EXT_float_blend") !== null;
  check(units.join() === [...(blends ? ["blending"] : []), ...ALWAYS].join(), `units: ${units.join(", ")}`);
  device.dispose();
};

tests["fixed units leave the owner's state as it was"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2", { depth: true, stencil: true });
  const device = await Device.adopt(gl);
  ["BLEND", "DEPTH_TEST", "STENCIL_TEST", "SCISSOR_TEST"].forEach((name) => gl.enable(gl[name]));
  gl.blendEquationSeparate(gl.FUNC_SUBTRACT, gl.MAX);
  gl.blendFuncSeparate(gl.DST_COLOR, gl.ONE_MINUS_SRC_ALPHA, gl.CONSTANT_ALPHA, gl.ZERO);
  gl.blendColor(0.25, 0.5, 0.75, 1);
  gl.depthFunc(gl.GEQUAL);
  gl.depthMask(false);
  gl.depthRange(0.25, 0.75);
  gl.clearDepth(0.5);
  gl.clearStencil(3);
  gl.stencilFuncSeparate(gl.FRONT, gl.LESS, 5, 0x0f);
  gl.stencilFuncSeparate(gl.BACK, gl.GREATER, 6, 0xf0);
  gl.stencilMaskSeparate(gl.FRONT, 0x3c);
  gl.stencilMaskSeparate(gl.BACK, 0xc3);
  gl.stencilOpSeparate(gl.FRONT, gl.INVERT, gl.INCR, gl.DECR);
  gl.stencilOpSeparate(gl.BACK, gl.REPLACE, gl.ZERO, gl.INCR_WRAP);
  gl.scissor(1, 2, 3, 4);
  gl.colorMask(true, false, true, false);
  const names = [
    "BLEND", "DEPTH_TEST", "STENCIL_TEST", "SCISSOR_TEST", "BLEND_EQUATION_RGB", "BLEND_EQUATION_ALPHA", "BLEND_SRC_RGB", "BLEND_DST_RGB",
    "BLEND_SRC_ALPHA", "BLEND_DST_ALPHA", "BLEND_COLOR", "DEPTH_FUNC", "DEPTH_WRITEMASK", "DEPTH_RANGE", "DEPTH_CLEAR_VALUE",
    "STENCIL_CLEAR_VALUE", "STENCIL_FUNC", "STENCIL_REF", "STENCIL_VALUE_MASK", "STENCIL_WRITEMASK", "STENCIL_FAIL",
    "STENCIL_PASS_DEPTH_FAIL", "STENCIL_PASS_DEPTH_PASS", "STENCIL_BACK_FUNC", "STENCIL_BACK_REF", "STENCIL_BACK_VALUE_MASK",
    "STENCIL_BACK_WRITEMASK", "STENCIL_BACK_FAIL", "STENCIL_BACK_PASS_DEPTH_FAIL", "STENCIL_BACK_PASS_DEPTH_PASS", "SCISSOR_BOX",
    "COLOR_WRITEMASK", "RENDERBUFFER_BINDING", "DRAW_FRAMEBUFFER_BINDING",
  ];
  const state = () => JSON.stringify(names.map((name) => [name, String(gl.getParameter(gl[name]))]));
  const before = state();
  const units = await checkUnits(device, BrookletError);
  check(units.length >= ALWAYS.length, `units: ${units.join(", ")}`);
  check(state() === before, `the state is ${state()} instead of ${before}`);
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
  // An answer is asked for, too, while the owner counts.
  const copy = device.kernel("input float x; output float y; void main() { y = fetch(x, here()); }");
  const [query, own] = [device.occlusionQuery(), gl.createQuery()];
  copy.run({ x: device.stream([1]) }, { outputs: { y: device.stream([0]) }, count: query });
  gl.beginQuery(gl.ANY_SAMPLES_PASSED, own);
  check(await query.any(), "nothing was drawn");
  gl.endQuery(gl.ANY_SAMPLES_PASSED);
  device.dispose();
};

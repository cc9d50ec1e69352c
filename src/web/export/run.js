// Runs what `brooklet export` wrote, in WebGL 2: see the guide. It changes bindings, filters and pixel store, and disables tests.

/** Loads the plan for `count` elements, or the first. `source`: where plan.json is, or the texts of the files by name. */
export async function load(gl, source, { count } = {}) {
	const check = (right, what) => {
		if (gl.isContextLost()) throw Error("the context is lost: load again");
		if (!right) throw Error(what);
	};
	check(gl.getExtension("EXT_color_buffer_float"), "no EXT_color_buffer_float");
	const file = async (name) => {
		if (source[name]) return source[name];
		const answer = await fetch(new URL(name, new URL(source, globalThis.location)));
		check(answer.ok, name + ": " + answer.status);
		return answer.text();
	};
	const { format, version, plans } = JSON.parse(await file("plan.json"));
	check(format === "brooklet-export" && version === 1, "plan.json is not of version 1");
	const plan = plans.find((plan) => plan.count === (count ?? plan.count));
	check(plan, `no plan for ${count}: there are ${plans.map((plan) => plan.count)}`);
	const { FRAMEBUFFER: F, TEXTURE_2D: T, TEXTURE_2D_ARRAY: A, NEAREST } = gl;
	const [textures, own, specs, programs] = [{}, {}, {}, {}];
	const vertices = gl.createVertexArray();

	for (const { program: name } of plan.passes) {
		if (programs[name]) continue;
		const program = (programs[name] = gl.createProgram());
		for (const text of ["quad.vert", name]) {
			const shader = gl.createShader(text === name ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
			gl.shaderSource(shader, await file(text));
			gl.compileShader(shader);
			gl.attachShader(program, shader);
		}
		gl.linkProgram(program);
		check(gl.getProgramParameter(program, gl.LINK_STATUS), `${name}: ${gl.getProgramInfoLog(program)}`);
	}

	const bind = (name, texture) => {
		const kind = specs[name].layers > 1 ? A : T;
		gl.bindTexture(kind, texture);
		gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, NEAREST);
		gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, NEAREST);
	};
	const fill = ({ name, format, channels, width, height, layers }, numbers) => {
		const fresh = !own[name];
		bind(name, (textures[name] = own[name] ??= gl.createTexture()));
		if (fresh && layers > 1) gl.texStorage3D(A, 1, gl[format], width, height, layers);
		else if (fresh) gl.texStorage2D(T, 1, gl[format], width, height);
		if (!numbers) return;
		const texels = new Float32Array(width * height * channels);
		texels.set(numbers);
		for (const what of ["FLIP_Y_WEBGL", "PREMULTIPLY_ALPHA_WEBGL", "ROW_LENGTH", "SKIP_ROWS", "SKIP_PIXELS"]) {
			gl.pixelStorei(gl["UNPACK_" + what], 0);
		}
		gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
		gl.texSubImage2D(T, 0, 0, 0, width, height, [, gl.RED, gl.RG, , gl.RGBA][channels], gl.FLOAT, texels);
	};
	for (const spec of plan.textures) {
		specs[spec.name] = spec;
		if (spec.use !== "input") fill(spec, spec.data?.map(Number));
	}
	const frame = (targets) => {
		const framebuffer = gl.createFramebuffer();
		gl.bindFramebuffer(F, framebuffer);
		const places = targets.map((_, k) => gl.COLOR_ATTACHMENT0 + k);
		targets.forEach(({ texture, layer }, k) => {
			if (layer >= 0) gl.framebufferTextureLayer(F, places[k], textures[texture], 0, layer);
			else gl.framebufferTexture2D(F, places[k], T, textures[texture], 0);
		});
		gl.drawBuffers(places);
		check(gl.checkFramebufferStatus(F) === gl.FRAMEBUFFER_COMPLETE, `no framebuffer of ${targets.length} targets`);
		return framebuffer;
	};
	const frames = plan.passes.map((pass) => frame(pass.targets));

	/** Draws all passes. Inputs are Float32Arrays or textures. */
	const run = (given = {}) => {
		for (const { name, numbers } of plan.inputs) {
			const input = (textures[name] = given[name] ?? textures[name]);
			check(input, `the input ${name} is missing`);
			if (!ArrayBuffer.isView(input)) continue;
			check(input.length === numbers, `${name} takes ${numbers} numbers, not ${input.length}`);
			fill(specs[name], input);
		}
		for (const test of ["BLEND", "CULL_FACE", "DEPTH_TEST", "SCISSOR_TEST", "STENCIL_TEST"]) gl.disable(gl[test]);
		gl.colorMask(true, true, true, true);
		gl.bindVertexArray(vertices);
		plan.passes.forEach(({ program, viewport: [width, height], rectangles, inputs, uniforms }, k) => {
			const at = (name) => gl.getUniformLocation(programs[program], name);
			gl.bindFramebuffer(F, frames[k]);
			gl.viewport(0, 0, width, height);
			gl.useProgram(programs[program]);
			inputs.forEach(({ sampler, texture }, unit) => {
				gl.activeTexture(gl.TEXTURE0 + unit);
				gl.bindSampler(unit, null);
				bind(texture, textures[texture]);
				gl.uniform1i(at(sampler), unit);
			});
			for (const { name, type, value, constant } of uniforms) {
				const numbers = [given[constant] ?? value].flat().map(Number);
				gl[`uniform${numbers.length}${/^[ib]/.test(type) ? "i" : "f"}v`](at(name), numbers);
			}
			for (const [x, y, w, h] of rectangles) {
				const edges = [x / width, y / height, (x + w) / width, (y + h) / height];
				gl.uniform4fv(at("_rects"), edges.map((at) => 2 * at - 1));
				gl.drawArrays(gl.TRIANGLES, 0, 6);
			}
		});
		gl.bindVertexArray(null);
		gl.bindFramebuffer(F, null);
	};

	/** Returns an output as a Float32Array. */
	const read = async (name) => {
		const { texture, numbers } = plan.outputs.find((output) => output.name === name);
		const { width, height, channels } = specs[texture];
		const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
		gl.flush();
		while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) await new Promise((go) => setTimeout(go));
		const framebuffer = frame([{ texture }]);
		const texels = new Float32Array(4 * width * height);
		gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
		gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, texels);
		gl.deleteFramebuffer(framebuffer);
		check(true);
		return texels.filter((_, k) => k % 4 < channels).slice(0, numbers);
	};
	return { plan, textures, run, read };
}

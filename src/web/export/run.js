// Runs what `brooklet export` wrote, in WebGL 2: see the guide.

/** Loads a plan. `source`: the address of plan.json, or the files' texts by name. */
export async function load(gl, source, { count } = {}) {
	const check = (right, what) => {
		if (gl.isContextLost()) throw Error("the context is lost");
		if (!right) throw Error(what);
	};
	check(gl.getExtension("EXT_color_buffer_float"), "no EXT_color_buffer_float");
	const find = (list, wanted, key = "name") => {
		const found = list.find((one) => one[key] === wanted);
		check(found, `there is no ${wanted}, but ${list.map((one) => one[key])}`);
		return found;
	};
	const file = async (name) => {
		if (source[name]) return source[name];
		const answer = await fetch(new URL(name, new URL(source, globalThis.location)));
		check(answer.ok, name + ": " + answer.status);
		return answer.text();
	};
	const { format, version, plans } = JSON.parse(await file("plan.json"));
	check(`${format} ${version}` === "brooklet-export 1", "no plan.json of version 1");
	const plan = find(plans, count ?? plans[0].count, "count");
	const { FRAMEBUFFER: F, TEXTURE_2D: T, TEXTURE_2D_ARRAY: A } = gl;
	const [textures, own, specs, programs] = [{}, {}, {}, {}];
	const vertices = gl.createVertexArray();

	for (const name of new Set(plan.passes.map((pass) => pass.program))) {
		const program = (programs[name] = gl.createProgram());
		for (const [kind, text] of [["VERTEX", "quad.vert"], ["FRAGMENT", name]]) {
			const shader = gl.createShader(gl[kind + "_SHADER"]);
			gl.shaderSource(shader, await file(text));
			gl.compileShader(shader);
			gl.attachShader(program, shader);
			gl.deleteShader(shader);
		}
		gl.linkProgram(program);
		check(gl.getProgramParameter(program, gl.LINK_STATUS), `${name}: ${gl.getProgramInfoLog(program)}`);
	}

	const bind = (name) => {
		const kind = specs[name].layers > 1 ? A : T;
		gl.bindTexture(kind, textures[name]);
		for (const way of ["MIN", "MAG"]) gl.texParameteri(kind, gl[`TEXTURE_${way}_FILTER`], gl.NEAREST);
	};
	const store = (way, ...more) => {
		gl.bindBuffer(gl[`PIXEL_${way}BUFFER`], null);
		for (const what of ["ROW_LENGTH", "SKIP_ROWS", "SKIP_PIXELS", ...more]) gl.pixelStorei(gl[way + what], 0);
	};
	const fill = ({ name, format, channels, width, height, layers }, numbers) => {
		const fresh = !own[name];
		textures[name] = own[name] ??= gl.createTexture();
		bind(name);
		const size = [1, gl[format], width, height];
		if (fresh) layers > 1 ? gl.texStorage3D(A, ...size, layers) : gl.texStorage2D(T, ...size);
		if (!numbers) return;
		const texels = new Float32Array(width * height * channels);
		texels.set(numbers);
		store("UNPACK_", "FLIP_Y_WEBGL", "PREMULTIPLY_ALPHA_WEBGL");
		gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
		gl.texSubImage2D(T, 0, 0, 0, width, height, [, gl.RED, gl.RG, , gl.RGBA][channels], gl.FLOAT, texels);
	};
	for (const spec of plan.textures) {
		specs[spec.name] = spec;
		if (spec.use !== "input") fill(spec, spec.data);
	}
	const frame = (targets) => {
		const made = gl.createFramebuffer();
		gl.bindFramebuffer(F, made);
		const places = targets.map(({ texture, layer }, k) => {
			const place = gl.COLOR_ATTACHMENT0 + k;
			const own = textures[texture];
			layer >= 0 ? gl.framebufferTextureLayer(F, place, own, 0, layer) : gl.framebufferTexture2D(F, place, T, own, 0);
			return place;
		});
		gl.drawBuffers(places);
		check(gl.checkFramebufferStatus(F) === gl.FRAMEBUFFER_COMPLETE, "no framebuffer");
		return made;
	};
	const frames = plan.passes.map((pass) => frame(pass.targets));

	/** Draws all passes. */
	const run = (given = {}) => {
		for (const { name, numbers } of plan.inputs) {
			const input = given[name] ?? textures[name];
			check(input, `no input ${name}`);
			const kind = input.constructor.name;
			if (kind === "WebGLTexture") textures[name] = input;
			else {
				const right = ArrayBuffer.isView(input) && input.length === numbers;
				check(right, `${name} takes a WebGLTexture or ${numbers} numbers, not ${kind} of ${input.length}`);
				fill(specs[name], input);
			}
		}
		for (const what of ["BLEND", "CULL_FACE", "DEPTH_TEST", "RASTERIZER_DISCARD", "SCISSOR_TEST", "STENCIL_TEST"])
			gl.disable(gl[what]);
		gl.colorMask(1, 1, 1, 1);
		gl.bindVertexArray(vertices);
		plan.passes.forEach(({ program, viewport, rectangles, inputs, uniforms }, k) => {
			const at = (name) => gl.getUniformLocation(programs[program], name);
			gl.bindFramebuffer(F, frames[k]);
			gl.viewport(0, 0, ...viewport);
			gl.useProgram(programs[program]);
			inputs.forEach(({ sampler, texture }, unit) => {
				gl.activeTexture(gl.TEXTURE0 + unit);
				gl.bindSampler(unit, null);
				bind(texture);
				gl.uniform1i(at(sampler), unit);
			});
			for (const { name, type, value, constant } of uniforms) {
				const set = given[constant] ?? value;
				const all = set.map ? set : [set];
				gl[`uniform${all.length}${/^[ib]/.test(type) ? "i" : "f"}v`](at(name), all);
			}
			for (const [x, y, w, h] of rectangles) {
				gl.uniform4fv(at("_rects"), [x, y, x + w, y + h].map((edge, k) => (2 * edge) / viewport[k % 2] - 1));
				gl.drawArrays(gl.TRIANGLES, 0, 6);
			}
		});
		gl.bindVertexArray(null);
		gl.bindFramebuffer(F, null);
	};

	/** Returns an output as a Float32Array. */
	const read = async (name) => {
		const { texture, numbers } = find(plan.outputs, name);
		const { width, height, channels } = specs[texture];
		const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
		gl.flush();
		while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) await new Promise((go) => setTimeout(go));
		const made = frame([{ texture }]);
		const texels = new Float32Array(4 * width * height);
		store("PACK_");
		gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, texels);
		gl.deleteFramebuffer(made);
		check(true);
		return texels.filter((_, k) => k % 4 < channels).slice(0, numbers);
	};

	const dispose = () => {
		for (const one of frames) gl.deleteFramebuffer(one);
		for (const name in own) gl.deleteTexture(own[name]);
		for (const name in programs) gl.deleteProgram(programs[name]);
		gl.deleteVertexArray(vertices);
	};
	return { plan, textures, run, read, dispose };
}

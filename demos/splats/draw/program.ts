/** Compiles a program. A shader that does not compile is an error with the driver's message. */
export function compile(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()!;
  const shaders = ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const).map(([type, text]) => {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, `#version 300 es\n${text}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return shader;
  });
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)];
    throw new Error(`the driver does not take the shaders that draw splats: ${logs.filter(Boolean).join("\n")}`);
  }
  shaders.forEach((shader) => gl.deleteShader(shader));
  return program;
}

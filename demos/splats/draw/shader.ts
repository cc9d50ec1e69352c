/** What the vertex shader needs to know of the textures. */
export interface ShaderOptions {
  /** Texels in a row of the splats' texture: a power of two. */
  width: number;
  /** A function `float order(int i)` that fetches an element of the order from the sampler `orders`. */
  order: string;
}

/** The precision of everything: samplers are of low precision otherwise, which some phones take at its word. */
const PRECISION = `precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
`;

/**
 * Returns the vertex shader, without its first line: it draws a quad of four vertices for each instance, around the splat that the order
 * has there. The quad is as large as the splat's Gaussian is visible, after M. Zwicker et al., EWA Volume Splatting (2001), and B. Kerbl et
 * al., 3D Gaussian Splatting (2023).
 */
export const vertexShader = ({ width, order }: ShaderOptions): string => `${PRECISION}
uniform usampler2D splats;
uniform sampler2D orders;
uniform mat4 view;
uniform mat4 projection;
uniform vec2 viewport;

out vec2 place;
flat out vec4 colour;

${order}
void main() {
    // Outside, unless the splat is visible.
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    int splat = int(order(gl_InstanceID));
    ivec2 texel = ivec2((splat & ${width / 2 - 1}) << 1, splat >> ${Math.log2(width / 2)});
    uvec4 first = texelFetch(splats, texel, 0);
    vec4 centre = view * vec4(uintBitsToFloat(first.xyz), 1.0);
    vec4 clip = projection * centre;
    float limit = 1.3 * clip.w;
    if (clip.w <= 0.0 || abs(clip.z) > clip.w || abs(clip.x) > limit || abs(clip.y) > limit) return;

    uvec4 second = texelFetch(splats, texel + ivec2(1, 0), 0);
    colour = vec4((uvec4(second.w) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0;
    // The Gaussian is cut where it is less than a step of the picture's colours.
    float reach = 2.0 * log(255.0 * colour.a);
    if (!(reach > 0.0)) return;
    reach = sqrt(reach);

    // The covariance in space, and from there in pixels: the projection is linear around the splat's centre.
    vec2 a = unpackHalf2x16(second.x), b = unpackHalf2x16(second.y), c = unpackHalf2x16(second.z);
    mat3 covariance = uintBitsToFloat(first.w) * mat3(a.x, a.y, b.x, a.y, b.y, c.x, b.x, c.x, c.y);
    vec2 focal = 0.5 * viewport * vec2(projection[0][0], projection[1][1]);
    float depth = -centre.z;
    // At the borders it would not be linear enough.
    vec2 slope = 0.5 * viewport / focal;
    vec2 around = clamp(centre.xy / depth, -1.3 * slope, 1.3 * slope);
    vec3 across = vec3(focal.x, 0.0, focal.x * around.x) / depth * mat3(view);
    vec3 upwards = vec3(0.0, focal.y, focal.y * around.y) / depth * mat3(view);
    vec3 spread = covariance * across;
    // A splat is not smaller than a pixel can show.
    float xx = dot(across, spread) + 0.3;
    float xy = dot(upwards, spread);
    float yy = dot(upwards, covariance * upwards) + 0.3;

    // The axes of the ellipse.
    float middle = 0.5 * (xx + yy);
    float half_difference = 0.5 * (xx - yy);
    float radius = length(vec2(half_difference, xy));
    vec2 axis = half_difference >= 0.0 ? vec2(half_difference + radius, xy) : vec2(xy, radius - half_difference);
    axis = radius > 0.0 ? normalize(axis) : vec2(1.0, 0.0);
    float longest = min(sqrt(middle + radius) * reach, 2048.0);
    float shortest = min(sqrt(max(middle - radius, 0.1)) * reach, 2048.0);

    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place = corner * reach;
    vec2 pixels = corner.x * longest * axis + corner.y * shortest * vec2(-axis.y, axis.x);
    gl_Position = vec4(clip.xy / clip.w + 2.0 * pixels / viewport, clip.z / clip.w, 1.0);
}
`;

/** The fragment shader, without its first line: colours are multiplied by their opacity. */
export const FRAGMENT_SHADER = `${PRECISION}
in vec2 place;
flat in vec4 colour;
out vec4 pixel;

void main() {
    float opacity = colour.a * exp(-0.5 * dot(place, place));
    pixel = vec4(colour.rgb * opacity, opacity);
}
`;

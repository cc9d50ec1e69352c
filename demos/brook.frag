// brook: a small stream of water in evening light, one colour (linear, of any brightness) a texel. The sun is thousands of
// times as bright as the banks: what a screen shows of that is the tone mapping's business.
//
// Lengths are metres; x runs right, y up from the water, z ahead. A direction is written as (x / z, y / z) where it meets what
// is far away: sky, hills and trees are drawn in that plane, so that water reflects them with no more work.
output vec3 light;

const index SIDE = 4;                       // SIDE × SIDE samples a texel
const index STEPS = 90;                     // along a ray, at most
const vec3 EYE = vec3(0.0, 2.1, 0.0);
const vec2 SUN = vec2(0.238, 0.088);        // where it stands
const float DISC = 0.021;                   // its radius
const vec3 SUNLIGHT = vec3(9400.0, 7400.0, 4700.0);
const vec3 GLOW = vec3(1.0, 0.52, 0.17);    // of the air around it

float random(vec2 p) {
    vec3 q = fract(vec3(p.x, p.y, p.x) * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, vec3(q.y, q.z, q.x) + 33.33);
    return fract((q.x + q.y) * q.z);
}

float noise(vec2 p) {
    vec2 cell = floor(p);
    vec2 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    float below = mix(random(cell), random(cell + vec2(1.0, 0.0)), t.x);
    float above = mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), t.x);
    return mix(below, above, t.y);
}

float clouds(vec2 p) {
    return 0.5 * noise(p) + 0.25 * noise(2.03 * p + 7.1) + 0.125 * noise(4.1 * p + 3.3) + 0.125 * noise(8.3 * p);
}

// How far inside a row of firs: above 0 there is tree. Each stands somewhere in its own stretch of the row.
float firs(vec2 at, float apart, float tall, float seed) {
    float inside = -1.0;
    for (index k = -1; k <= 1; k++) {
        float stretch = floor(at.x / apart) + float(k);
        float r = random(vec2(stretch, seed));
        float middle = (stretch + 0.2 + 0.6 * random(vec2(stretch, seed + 5.0))) * apart;
        float top = tall * (0.55 + 0.45 * r);
        float up = at.y / top;
        float saw = fract(up * (7.0 + 3.0 * r));
        float broad = (1.0 - up) * (0.15 + 0.06 * r) * top * (1.12 - 0.5 * saw) + 0.004 * (noise(at * 420.0) - 0.5);
        if (up < 1.0) {
            inside = max(inside, broad - abs(at.x - middle));
        }
    }
    return inside;
}

// A crown of leaves with holes in it.
float crown(vec2 at, vec2 middle, vec2 radius) {
    vec2 d = (at - middle) / radius;
    float leaves = clouds(at * 26.0) - 0.5 + 0.55 * (noise(at * 120.0) - 0.5) + 0.35 * (noise(at * 260.0) - 0.5);
    return 0.92 - length(d) + 1.25 * leaves;
}

// A trunk or branch from a to b, thinner towards b.
float branch(vec2 at, vec2 a, vec2 b, float thick) {
    float t = clamp(dot(at - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
    return thick * (1.0 - 0.75 * t) - length(at - mix(a, b, t));
}

float alder(vec2 at) {
    // The trunk spreads towards its foot, which stands in grass.
    float foot = at.y + 0.235;
    float tree = 0.022 - 0.02 * foot + 0.020 * exp(-22.0 * foot) - abs(at.x + 0.508 - 0.07 * foot);
    tree = foot > 0.030 * noise(at.xx * 95.0) && foot < 0.55 ? tree : -1.0;
    tree = max(tree, branch(at, vec2(-0.49, 0.08), vec2(-0.35, 0.25), 0.010));
    tree = max(tree, branch(at, vec2(-0.485, 0.13), vec2(-0.62, 0.28), 0.009));
    tree = max(tree, branch(at, vec2(-0.42, 0.165), vec2(-0.30, 0.19), 0.005));
    tree = max(tree, crown(at, vec2(-0.50, 0.33), vec2(0.17, 0.12)));
    tree = max(tree, crown(at, vec2(-0.33, 0.26), vec2(0.12, 0.075)));
    tree = max(tree, crown(at, vec2(-0.255, 0.20), vec2(0.055, 0.035)));
    tree = max(tree, crown(at, vec2(-0.64, 0.27), vec2(0.12, 0.09)));
    return tree;
}

// Reeds close to the eye, and bulrushes between them.
float reeds(vec2 at) {
    float inside = -1.0;
    for (index k = 0; k < 60; k++) {
        vec2 r = vec2(random(vec2(float(k), 1.5)), random(vec2(float(k), 7.5)));
        float side = sqrt(r.x);
        float tall = (0.07 + 0.33 * r.y * r.y) * (0.25 + 0.75 * side);
        bool mace = r.y > 0.80;
        float up = (at.y + 0.53) / tall;
        float lean = (mace ? 0.10 : 0.42) * (random(vec2(float(k), 3.5)) - 0.55) * tall;
        float off = abs(at.x - 0.22 - 0.44 * side - lean * up * up);
        float broad = 0.0050 * (1.0 - up * up);
        if (mace) {
            float under = (1.0 - up) * tall;
            broad = under > 0.022 && under < 0.068 ? 0.0058 : 0.0014;
        }
        if (up < 1.0) {
            inside = max(inside, broad - off);
        }
    }
    return inside;
}

vec3 sky(vec2 at, bool mirrored) {
    float far = length((at - SUN) * vec2(1.0, 1.06));
    float up = max(at.y, 0.0);
    vec3 air = mix(vec3(1.9, 0.98, 0.50), vec3(0.60, 0.52, 0.66), smoothstep(0.0, 0.19, up));
    air = mix(air, vec3(0.12, 0.24, 0.55), smoothstep(0.10, 0.42, up));
    float streak = clouds(vec2(at.x * 4.0 + at.y * 3.0, at.y * 26.0) + 11.0);
    float cover = smoothstep(0.50, 0.74, streak) * smoothstep(0.02, 0.12, up);
    vec3 lit = vec3(2.5, 1.05, 0.55) * (0.35 + 3.0 * exp(-4.0 * far));
    air = mix(air, lit, 0.65 * cover);
    air += GLOW * (2.6 * exp(-5.0 * far) + 16.0 * exp(-20.0 * far) + 130.0 * exp(-75.0 * max(far - DISC, 0.0)));
    // Water is rough below the size of a facet too: it spreads the disc.
    float spread = far / (2.1 * DISC);
    return air + SUNLIGHT * (mirrored ? 0.4 * exp(-spread * spread) : smoothstep(DISC, DISC - 0.004, far));
}

// All that is far away, in direction d.
vec3 around(vec3 d, bool mirrored) {
    vec2 at = vec2(d.x, d.y) / max(d.z, 0.15);
    vec3 colour = sky(at, mirrored);
    float far = length(at - SUN);
    // Air between here and there takes the light of the sun on.
    vec3 haze = vec3(0.36, 0.30, 0.40) + GLOW * (1.5 * exp(-4.5 * far) + 4.0 * exp(-16.0 * far));
    float ridge = 0.050 + 0.022 * sin(at.x * 4.0 + 2.2) + 0.012 * sin(at.x * 11.0) + 0.006 * noise(at.xx * 60.0);
    if (at.y < ridge) {
        colour = haze * 0.75;
    }
    float wood = 0.022 + 0.012 * sin(at.x * 6.0 + 0.6) + 0.030 * smoothstep(0.08, 0.6, abs(at.x - SUN.x));
    if (firs(vec2(at.x, at.y - wood), 0.021, 0.058, 3.0) > 0.0 || at.y < wood) {
        colour = haze * 0.20;
    }
    float near = 0.10 * smoothstep(0.16, at.x < SUN.x ? 0.70 : 0.46, abs(at.x - SUN.x - 0.02));
    if (firs(vec2(at.x + 0.013, at.y - 0.25 * near), 0.058, 0.05 + 2.1 * near, 9.0) > 0.0 && near > 0.004) {
        colour = haze * 0.045;
    }
    return colour;
}

float middle_of(float z) {
    return 0.237 * z - 0.85 + 1.45 * sin(0.235 * z + 0.35) + 0.2 * sin(0.9 * z);
}

// Stones lie in the water, one in each stretch of it: how high their tops are over (x, z), well below 0 beside them.
float stones(vec2 p) {
    float top = -1.0;
    for (index k = -1; k <= 1; k++) {
        float stretch = floor(p.y / 1.15) + float(k);
        float r = random(vec2(stretch, 2.0));
        float z = (stretch + 0.5 + 0.5 * (random(vec2(stretch, 4.0)) - 0.5)) * 1.15;
        float side = random(vec2(stretch, 6.0)) < 0.5 ? -1.0 : 1.0;
        vec2 d = p - vec2(middle_of(z) + side * (0.55 + 0.95 * random(vec2(stretch, 8.0))), z);
        d.x *= 0.8;
        float size = 0.16 + 0.26 * r * r;
        float angle = 0.08 * sin(d.x * 13.0 + 9.0 * r) + 0.06 * sin(d.y * 17.0 + 5.0 * r);
        float rest = 1.0 - dot(d, d) / (size * size) + angle;
        top = max(top, 0.85 * size * (rest > 0.0 ? sqrt(rest) : rest) - 0.35 * size);
    }
    return top;
}

// The ground over (x, z); the water stands at 0.
float ground(vec2 p) {
    float across = p.x - middle_of(p.y);
    float away = abs(across) - 1.55 - 0.02 * p.y - 0.18 * sin(1.7 * p.y + 2.0 * sign(across)) - 0.1 * sin(4.1 * p.y);
    float bank = away < 0.0 ? 0.5 * away : 0.34 * (1.0 - exp(-3.2 * away)) + 0.03 * away;
    bank += away > 0.0 ? 0.16 * (noise(p * 1.3) - 0.3) * min(away, 1.0) : 0.0;
    return max(bank, stones(p));
}

// The way along a ray to ground or water, and beyond `end` where it meets none.
float march(vec3 from, vec3 d, float start, float end) {
    float t = start;
    for (index k = 0; k < STEPS; k++) {
        vec3 p = from + t * d;
        float above = p.y - max(ground(p.xz), 0.0);
        if (above < 0.0015 * t || t > end) {
            return t;
        }
        t += 0.55 * above + 0.004 * t;
    }
    return t;
}

// The ground at p, seen in direction d over a way of t.
vec3 earth(vec3 p, vec3 d, float t) {
    float e = 0.02 + 0.004 * t;
    float h = ground(p.xz);
    vec3 n = normalize(vec3(h - ground(p.xz + vec2(e, 0.0)), e, h - ground(p.xz + vec2(0.0, e))));
    bool stone = stones(p.xz) > h - 0.001;
    vec3 sun = normalize(vec3(SUN, 1.0));
    float grain = noise(p.xz * (stone ? 21.0 : 7.0));
    float blades = mix(noise(p.xz * vec2(42.0, 9.0)), noise(p.xz * vec2(130.0, 26.0)), 0.5);
    blades = blades * blades * 2.0 * noise(p.xz * 3.1);
    vec3 sky_light = vec3(0.30, 0.38, 0.55) * (0.35 + 0.65 * n.y);
    // Grass lets light through: against the sun it shines.
    float toward = pow(max(dot(d, sun), 0.0), 6.0);
    float shade = smoothstep(0.42, 0.70, noise(vec2(p.x - SUN.x * p.z, 0.06 * p.z) * vec2(0.8, 1.0) + 4.0));
    vec3 grass = vec3(0.085, 0.13, 0.05) * (0.4 + 1.1 * grain);
    vec3 colour = grass * sky_light * 1.1 + vec3(1.7, 0.95, 0.13) * blades * (0.15 + 2.4 * toward) * shade;
    if (stone) {
        vec3 rock = vec3(0.26, 0.24, 0.23) * (0.5 + 0.8 * grain);
        float wet = smoothstep(0.07, 0.0, p.y);
        vec3 rim = vec3(22.0, 11.0, 4.2) * pow(max(dot(n, sun), 0.0), 1.5);
        colour = rock * mix(1.0, 0.35, wet) * (sky_light * 0.8 + rim);
    } else if (p.y < 0.10) {
        colour = mix(vec3(0.035, 0.028, 0.022), colour, smoothstep(0.02, 0.10, p.y + 0.006 * max(t - 6.0, 0.0)));
    }
    float far = length(d.xy / d.z - SUN);
    vec3 haze = vec3(0.30, 0.26, 0.34) + GLOW * (1.3 * exp(-4.5 * far) + 2.5 * exp(-16.0 * far));
    return mix(colour, haze * 0.6, 1.0 - exp(-0.016 * t));
}

// The slope of the water: long waves, then shorter ones that follow its course, calmer in places.
vec2 ripple(vec2 p, float t) {
    float across = p.x - middle_of(p.y);
    vec2 q = vec2(across, p.y);
    float rough = 0.35 + 1.1 * noise(q * vec2(0.7, 0.35) + 3.0);
    vec2 slope = 0.020 * cos(3.1 * q.y + 1.3 * q.x + 2.0 * noise(q)) * vec2(0.4, 1.0);
    float e = 0.01;
    for (index k = 0; k < 3; k++) {
        float f = k == 0 ? 3.2 : k == 1 ? 8.5 : 21.0;
        float a = k == 0 ? 0.016 : k == 1 ? 0.0075 : 0.0030;
        vec2 s = q * vec2(0.75, 1.35) * f + 13.0 * float(k);
        float low = noise(s);
        vec2 rise = vec2(noise(s + vec2(e * f, 0.0)), noise(s + vec2(0.0, e * f))) - low;
        slope += rough * a * rise / e;
    }
        // Facets as small as a texel: what glitters.
    vec2 facet = floor(q * vec2(46.0, 17.0));
    slope += 0.11 * rough * (vec2(random(facet), random(facet + 71.0)) - 0.5);
    return slope / (1.0 + 0.012 * t);
}

vec3 water(vec3 p, vec3 d, float t) {
    vec2 slope = ripple(p.xz, t);
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 r = reflect(d, n);
    r.y = max(r.y, 0.003);
    float share = 0.05 + 0.95 * pow(1.0 - max(dot(-d, n), 0.0), 3.0);
    vec3 seen = around(r, true);
    float hit = march(p + vec3(0.0, 0.004, 0.0), r, 0.03, 22.0);
    vec3 q = p + hit * r;
    if (hit < 22.0 && q.y < max(ground(q.xz), 0.0) + 0.03) {
        seen = earth(q, r, t + hit);
    }
    // Gravel shows where one looks down.
    float gravel = noise(p.xz * vec2(7.0, 7.0) + 3.0 * slope) * (0.6 + 0.4 * noise(p.xz * 19.0));
    vec3 bed = vec3(0.10, 0.085, 0.05) * (0.25 + gravel);
    return mix(bed, seen, share);
}

vec3 seen(vec2 screen) {
    vec3 d = normalize(vec3(screen.x, screen.y - 0.085, 1.0));
    float t = d.y < 0.02 ? march(EYE, d, 1.5, 90.0) : 100.0;
    vec2 at = d.xy / d.z;
    vec3 colour = around(d, false);
    if (t < 90.0) {
        vec3 p = EYE + t * d;
        if (ground(p.xz) > 0.0) {
            colour = earth(p, d, t);
        } else {
            t = -EYE.y / d.y;
            colour = water(EYE + t * d, d, t);
        }
    }
    if (alder(at) > 0.0) {
        colour = vec3(0.009, 0.008, 0.009) + 0.012 * GLOW * exp(-5.0 * length(at - SUN));
    }
    if (reeds(at) > 0.0) {
        colour = vec3(0.012, 0.012, 0.008);
    }
    return colour;
}

void main() {
    vec2 size = vec2(float(width(light)), float(height(light)));
    vec3 sum = vec3(0.0);
    for (index k = 0; k < SIDE * SIDE; k++) {
        index row = quotient(k, SIDE);
        vec2 inside = (vec2(float(k - row * SIDE), float(row)) + 0.5) / float(SIDE);
        vec2 at = (vec2(float(here_x()), float(here_y())) + inside - 0.5 * size) / size.y;
        sum += seen(vec2(at.x, -at.y) * 0.84);
    }
    light = sum / float(SIDE * SIDE);
}

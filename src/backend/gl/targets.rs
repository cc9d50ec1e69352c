//! The number of render targets that a pass can write, which is found by trying.

use glow::HasContext;

/// The number of RGBA32F targets for which the GPUs of Apple have room: 512 bits for all targets of a texel. They are not asked for more,
/// because browsers on them have crashed then.
const ON_APPLE: usize = 4;

/// Returns how many RGBA32F textures can be rendered to at once: at most `limit`, or half as many as often as a driver refuses them. Its
/// limit counts targets only, and some GPUs have room for so many bits of a texel.
pub(super) fn writable(gl: &glow::Context, renderer: &str, limit: usize) -> usize {
    let limit = if renderer.contains("Apple") { limit.min(ON_APPLE) } else { limit };
    let fewer = std::iter::successors(Some(limit), |count| Some(count / 2).filter(|count| *count > 0));
    fewer.into_iter().find(|count| is_complete(gl, *count)).unwrap_or(1)
}

/// Returns whether so many RGBA32F textures can be rendered to at once.
fn is_complete(gl: &glow::Context, count: usize) -> bool {
    // SAFETY: the context is current. All objects that are created here are deleted here, and the caller restores the bindings.
    unsafe {
        let Ok(framebuffer) = gl.create_framebuffer() else { return false };
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let attachments: Vec<u32> = (0..count as u32).map(|n| glow::COLOR_ATTACHMENT0 + n).collect();
        let textures: Vec<glow::Texture> = attachments
            .iter()
            .map_while(|attachment| {
                let texture = gl.create_texture().ok()?;
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
                super::texture::parameters(gl, glow::TEXTURE_2D);
                let nothing = glow::PixelUnpackData::Slice(None);
                let format = (glow::RGBA, glow::FLOAT);
                gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA32F as i32, 1, 1, 0, format.0, format.1, nothing);
                gl.framebuffer_texture_2d(glow::FRAMEBUFFER, *attachment, glow::TEXTURE_2D, Some(texture), 0);
                Some(texture)
            })
            .collect();
        gl.draw_buffers(&attachments);
        let complete = gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE;
        gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        gl.delete_framebuffer(framebuffer);
        gl.bind_texture(glow::TEXTURE_2D, None);
        let made = textures.len();
        textures.into_iter().for_each(|texture| gl.delete_texture(texture));
        complete && made == count
    }
}

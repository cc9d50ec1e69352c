//! The fixed units of the pipeline: per-fragment operations, depth and stencil buffers, occlusion queries, and points.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    Blend, BlendFactor, Compare, DepthStencil, DepthStencilTexel, DepthTest, Kernel, OcclusionQuery, Pass, Rect,
    StencilOperation, StencilTest,
};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::table::{AnyStream, with_float_elements, with_stream};

/// A depth and stencil buffer.
#[wasm_bindgen]
pub struct RawDepthStencil {
    buffer: Rc<RefCell<DepthStencil>>,
}

/// An occlusion query.
#[wasm_bindgen]
pub struct RawQuery {
    query: Rc<RefCell<OcclusionQuery>>,
}

#[wasm_bindgen]
impl RawDevice {
    /// Makes a depth and stencil buffer for passes that write streams like this one.
    pub fn depth_stencil(&self, like: u32) -> Call<RawDepthStencil> {
        self.device.batch(|| {
            let made = with_stream!(&*self.streams.get(like)?, stream => self.device.depth_stencil(stream));
            Ok(RawDepthStencil { buffer: Rc::new(RefCell::new(made.map_err(failed)?)) })
        })
    }

    /// Sets all texels of a depth and stencil buffer.
    pub fn clear_depth_stencil(&self, buffer: &RawDepthStencil, depth: f32, stencil: u8) -> Call<()> {
        self.device.batch(|| buffer.buffer.borrow_mut().clear(depth, stencil).map_err(failed))
    }

    /// Reads a depth and stencil buffer: a word for each texel, the depth in its upper 24 bits.
    pub fn read_depth_stencil(&self, buffer: &RawDepthStencil) -> Call<Vec<u32>> {
        let texels = self.device.batch(|| buffer.buffer.borrow().read().map_err(failed))?;
        Ok(texels.into_iter().map(DepthStencilTexel::word).collect())
    }

    /// Makes an occlusion query.
    pub fn query(&self) -> Call<RawQuery> {
        let made = self.device.batch(|| self.device.occlusion_query().map_err(failed))?;
        Ok(RawQuery { query: Rc::new(RefCell::new(made)) })
    }

    /// Returns whether the answer of a query is there. It is asked for again and again, so it is no batch, which saves the state of all texture
    /// units.
    pub fn query_is_ready(&self, query: &RawQuery) -> Call<bool> {
        query.query.borrow().is_ready().map_err(failed)
    }

    /// Returns whether any fragments have passed the tests.
    pub fn query_any(&self, query: &RawQuery) -> Call<bool> {
        self.device.batch(|| query.query.borrow().any().map_err(failed))
    }

    /// Returns how many fragments have passed the tests.
    pub fn query_count(&self, query: &RawQuery) -> Call<f64> {
        self.device.batch(|| Ok(query.query.borrow().count().map_err(failed)? as f64))
    }
}

/// What a pass is drawn with besides its inputs and constants. Names of JavaScript come as their places in the package's lists.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawUnits {
    names: Vec<String>,
    ids: Vec<u32>,
    rectangle: Option<Rect>,
    scissor: Option<Rect>,
    write_mask: Option<[bool; 4]>,
    blend: Option<Blend>,
    buffer: Option<Rc<RefCell<DepthStencil>>>,
    depth_test: Option<DepthTest>,
    stencil_test: Option<StencilTest>,
    query: Option<Rc<RefCell<OcclusionQuery>>>,
    points: Option<u32>,
    point_size: Option<u32>,
}

#[wasm_bindgen]
impl RawUnits {
    /// Makes the units of a pass, of which none is in use. The outputs of these names are written to given streams.
    #[wasm_bindgen(constructor)]
    pub fn new(names: Vec<String>, ids: Vec<u32>) -> RawUnits {
        RawUnits { names, ids, ..RawUnits::default() }
    }

    /// Draws a part of the quad.
    pub fn rectangle(&mut self, x: u32, y: u32, width: u32, height: u32) {
        self.rectangle = Some(rectangle([x, y, width, height]));
    }

    /// Turns the scissor test on.
    pub fn scissor(&mut self, x: u32, y: u32, width: u32, height: u32) {
        self.scissor = Some(rectangle([x, y, width, height]));
    }

    /// Writes some components alone: bit `i` stands for component `i`.
    pub fn write_mask(&mut self, components: u8) {
        self.write_mask = Some(std::array::from_fn(|bit| components >> bit & 1 == 1));
    }

    /// Turns blending on.
    pub fn blend(&mut self, operation: usize, source: usize, destination: usize, constant: &[f32]) -> Call<()> {
        let operations = [Blend::ADD, Blend::SUBTRACT, Blend::REVERSE_SUBTRACT, Blend::MIN, Blend::MAX];
        let blend =
            of(&operations, operation)?.factors(of(&BlendFactor::ALL, source)?, of(&BlendFactor::ALL, destination)?);
        let constant = constant.try_into().map_err(|_| thrown("type", "the constant of a blend has 4 components"))?;
        self.blend = Some(blend.constant(constant));
        Ok(())
    }

    /// Binds a depth and stencil buffer.
    pub fn depth_stencil(&mut self, buffer: &RawDepthStencil) {
        self.buffer = Some(buffer.buffer.clone());
    }

    /// Turns the depth test on.
    pub fn depth_test(&mut self, compare: usize, at: f32, write: bool) -> Call<()> {
        self.depth_test = Some(DepthTest { compare: of(&Compare::ALL, compare)?, at: Some(at), write });
        Ok(())
    }

    /// Turns the stencil test on. `operations` are those where it fails, where the depth test fails, and where both pass.
    pub fn stencil_test(&mut self, compare: usize, reference: u8, masks: &[u8], operations: &[u8]) -> Call<()> {
        let operation =
            |at: usize| of(&StencilOperation::ALL, operations.get(at).map_or(usize::MAX, |own| (*own).into()));
        let test = StencilTest::new(of(&Compare::ALL, compare)?, reference);
        let test = test.read_mask(of(masks, 0)?).write_mask(of(masks, 1)?);
        self.stencil_test = Some(test.fail(operation(0)?).depth_fail(operation(1)?).pass(operation(2)?));
        Ok(())
    }

    /// Counts the fragments that pass the tests.
    pub fn count(&mut self, query: &RawQuery) {
        self.query = Some(query.query.clone());
    }

    /// Draws points at these places.
    pub fn points(&mut self, places: u32, size: u32) {
        (self.points, self.point_size) = (Some(places), Some(size));
    }
}

fn rectangle([x, y, width, height]: [u32; 4]) -> Rect {
    let [x, y, width, height] = [x, y, width, height].map(|number| number as usize);
    Rect::new(x, y, width, height)
}

/// Returns the element at an index that the package gives.
fn of<T: Copy>(all: &[T], index: usize) -> Call<T> {
    all.get(index).copied().ok_or_else(|| thrown("internal", &format!("{index} is not below {}", all.len())))
}

/// The streams of a pass besides its inputs.
pub struct Given<'a> {
    /// Those that outputs are written to, by name.
    pub outputs: FxHashMap<&'a str, Rc<AnyStream>>,
    /// The places of points.
    places: Option<Rc<AnyStream>>,
}

impl RawUnits {
    /// Returns the streams that are given. Refuses those that the kernel does not have, or that are read, too, and outputs that are missing
    /// where not every element is drawn.
    pub fn given(&self, device: &RawDevice, kernel: &Kernel, read: &[(&str, Rc<AnyStream>)]) -> Call<Given<'_>> {
        let refuse = |what: String| Err(thrown("pass", &format!("kernel {}: {what}", kernel.name())));
        let ports = &kernel.interface().outputs;
        let places = self.points.map(|id| device.streams.get(id)).transpose()?;
        let mut outputs: FxHashMap<&str, Rc<AnyStream>> = FxHashMap::default();
        for (name, id) in self.names.iter().zip(&self.ids) {
            let stream = device.streams.get(*id)?;
            if ports.iter().all(|port| port.name != *name) {
                let names: Vec<_> = ports.iter().map(|port| port.name.as_str()).collect();
                return refuse(format!("there is no output {name}; its outputs are {}", names.join(", ")));
            }
            let is_own = |other: &Rc<AnyStream>| Rc::ptr_eq(&stream, other);
            let reader = read.iter().find(|(_, other)| is_own(other)).map(|(other, _)| format!("input {other}"));
            let places = places.as_ref().filter(|other| is_own(other)).map(|_| "the places of points".to_owned());
            let writer = outputs.iter().find(|(_, other)| is_own(other)).map(|(other, _)| format!("output {other}"));
            if let Some(other) = reader.or(places).or(writer) {
                return refuse(format!(
                    "output {name} and {other} are one stream; a pass writes to a stream of its own"
                ));
            }
            outputs.insert(name, stream);
        }
        if let Some(port) = ports.iter().find(|port| !outputs.contains_key(port.name.as_str()))
            && let Some(why) = self.leaves_elements()
        {
            let name = &port.name;
            return refuse(format!(
                "with {why}, elements keep what they were: give outputs: {{ {name}: device.stream(..) }}"
            ));
        }
        Ok(Given { outputs, places })
    }

    /// Returns the option for which a pass need not write all elements, or reads them.
    fn leaves_elements(&self) -> Option<&'static str> {
        let options = [
            (self.rectangle.is_some(), "rectangle"),
            (self.scissor.is_some(), "scissor"),
            (self.write_mask.is_some(), "writeMask"),
            (self.blend.is_some(), "blend"),
            (self.depth_test.is_some(), "depthTest"),
            (self.stencil_test.is_some(), "stencilTest"),
            (self.points.is_some(), "points"),
        ];
        options.into_iter().find_map(|(given, name)| given.then_some(name))
    }

    /// Sets the units of a pass, and runs it.
    pub fn run(&self, pass: Pass<'_>, given: &Given) -> Call<()> {
        let mut buffer = self.buffer.as_ref().map(|buffer| buffer.borrow_mut());
        let mut query = self.query.as_ref().map(|query| query.borrow_mut());
        let mut pass = pass;
        if let Some(rectangle) = self.rectangle {
            pass = pass.rectangle(rectangle);
        }
        if let Some(scissor) = self.scissor {
            pass = pass.scissor(scissor);
        }
        if let Some(components) = self.write_mask {
            pass = pass.write_mask(components);
        }
        if let Some(blend) = self.blend {
            pass = pass.blend(blend);
        }
        if let Some(test) = self.depth_test {
            pass = pass.depth_test(test);
        }
        if let Some(test) = self.stencil_test {
            pass = pass.stencil_test(test);
        }
        if let Some(places) = &given.places {
            pass = with_float_elements!(&**places, "the places of points", places => Ok(pass.points(places)))?;
            pass = pass.point_size(self.point_size.unwrap_or(1) as usize);
        }
        if let Some(buffer) = &mut buffer {
            pass = pass.depth_stencil(buffer);
        }
        if let Some(query) = &mut query {
            pass = pass.count(query);
        }
        pass.run().map_err(failed)
    }
}

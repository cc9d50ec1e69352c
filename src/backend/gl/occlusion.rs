//! Occlusion queries: each counted pass has a query object of its own, since passes that check their loops use queries, too.

use glow::HasContext;

use crate::backend::{BackendError, Draw, QueryId};

use super::Gl;

/// The number of query objects after which the finished ones are read.
const READ_AFTER: usize = 64;

/// The query objects of an occlusion query.
#[derive(Default)]
pub(super) struct Counted {
    /// The sum of the results that have been read.
    known: u64,
    pending: Vec<glow::Query>,
}

impl Gl {
    /// Returns the kind of query. OpenGL ES does not count samples: its queries only tell whether there were any.
    fn samples_target(&self) -> u32 {
        if self.es { glow::ANY_SAMPLES_PASSED } else { glow::SAMPLES_PASSED }
    }

    /// Returns whether NVIDIA's driver (580) would count fragments that fail the depth test: where a pass writes no component, and the kernel
    /// neither writes a depth nor discards fragments. Queries that only tell whether there were any are right.
    pub(super) fn miscounts(&self, draw: &Draw) -> Result<bool, BackendError> {
        let counts_tested = draw.query.is_some() && draw.operations.depth.is_some_and(|test| test.at.is_some());
        if !counts_tested || self.es || !self.info.vendor.starts_with("NVIDIA") {
            return Ok(false);
        }
        for target in draw.targets {
            let (_, spec) = self.texture(target.texture)?;
            if draw.operations.write_mask.0[..spec.channels].contains(&true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn new_occlusion_query(&self) -> QueryId {
        let id = QueryId(self.next_occlusion_query.get());
        self.next_occlusion_query.set(id.0 + 1);
        self.occlusion_queries.borrow_mut().insert(id, Counted::default());
        id
    }

    pub(super) fn forget_occlusion_query(&self, id: QueryId) {
        let pending = self.occlusion_queries.borrow_mut().remove(&id).map(|counted| counted.pending);
        for query in pending.into_iter().flatten() {
            // SAFETY: the context is current in the caller, and the query is ours.
            unsafe { self.gl.delete_query(query) };
        }
    }

    pub(super) fn delete_occlusion_queries(&self) {
        let ids: Vec<QueryId> = self.occlusion_queries.borrow().keys().copied().collect();
        ids.into_iter().for_each(|id| self.forget_occlusion_query(id));
    }

    /// Calls `work`, and adds the samples that pass to an occlusion query.
    pub(super) fn count_samples(&self, id: QueryId, work: &mut dyn FnMut()) -> Result<(), BackendError> {
        let during = "counting the fragments of a pass (does the owner of the context count some?)";
        let target = self.samples_target();
        // SAFETY: the context is current in the caller, and the query is ended.
        let query = unsafe {
            let query = self.gl.create_query().map_err(|what| BackendError::Driver { during, what })?;
            self.gl.begin_query(target, query);
            work();
            self.gl.end_query(target);
            query
        };
        let mut queries = self.occlusion_queries.borrow_mut();
        let Some(counted) = queries.get_mut(&id) else {
            // SAFETY: as above; the query is ours.
            unsafe { self.gl.delete_query(query) };
            return Err(gone(id));
        };
        counted.pending.push(query);
        self.check(during)?;
        if counted.pending.len().is_multiple_of(READ_AFTER) {
            self.read_samples(counted, false);
        }
        Ok(())
    }

    /// Adds up the results of the query objects that have ended. With `wait`, waits for all of them.
    fn read_samples(&self, counted: &mut Counted, wait: bool) {
        let Counted { known, pending } = counted;
        pending.retain(|query| {
            // SAFETY: the context is current in the caller, and the query has ended.
            unsafe {
                if !wait && self.gl.get_query_parameter_u32(*query, glow::QUERY_RESULT_AVAILABLE) == 0 {
                    return true;
                }
                *known += u64::from(self.gl.get_query_parameter_u32(*query, glow::QUERY_RESULT));
                self.gl.delete_query(*query);
            }
            false
        });
    }

    /// Returns whether all results are there.
    pub(super) fn has_samples(&self, id: QueryId) -> Result<bool, BackendError> {
        let mut queries = self.occlusion_queries.borrow_mut();
        let counted = queries.get_mut(&id).ok_or_else(|| gone(id))?;
        self.read_samples(counted, false);
        Ok(counted.pending.is_empty())
    }

    /// Waits for the results, and returns their sum.
    pub(super) fn samples(&self, id: QueryId) -> Result<u64, BackendError> {
        let mut queries = self.occlusion_queries.borrow_mut();
        let counted = queries.get_mut(&id).ok_or_else(|| gone(id))?;
        // A browser cannot wait, because it delivers results only between tasks.
        self.read_samples(counted, !cfg!(target_family = "wasm"));
        match counted.pending.len() {
            0 => Ok(counted.known),
            left => Err(BackendError::Unsupported {
                what: format!("an answer to an occlusion query whose last {left} passes have not ended"),
                needs: "to wait until it is ready: a browser has the answer after the task that drew has ended"
                    .to_owned(),
                device: self.info.renderer.clone(),
            }),
        }
    }
}

fn gone(id: QueryId) -> BackendError {
    BackendError::Driver { during: "counting fragments", what: format!("there is no occlusion query {}", id.0) }
}

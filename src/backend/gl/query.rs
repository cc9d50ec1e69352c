//! Timer queries. Only one runs at a time, since OpenGL does not allow nested timer queries.

use std::time::Duration;

use glow::HasContext;

use crate::backend::{BackendError, TimerId};

use super::Gl;

/// A flag in ES that is set if the clock has jumped (EXT_disjoint_timer_query).
const GPU_DISJOINT: u32 = 0x8FBB;

#[derive(Default)]
pub(super) struct Timer {
    pub query: Option<glow::Query>,
    running: bool,
    number: u32,
}

impl Gl {
    pub(super) fn begin_query(&self) -> Result<Option<TimerId>, BackendError> {
        let mut timer = self.timer.borrow_mut();
        if !self.info.timer_queries || timer.running {
            return Ok(None);
        }
        // SAFETY: the context is current in the caller.
        unsafe {
            let query = match timer.query {
                Some(query) => query,
                None => {
                    self.gl.create_query().map_err(|what| BackendError::Driver { during: "making a timer", what })?
                }
            };
            timer.query = Some(query);
            if self.es {
                // Reading the flag clears it.
                self.gl.get_parameter_i32(GPU_DISJOINT);
            }
            self.gl.begin_query(glow::TIME_ELAPSED, query);
        }
        self.check("starting a timer (does the owner of the context time something?)")?;
        timer.running = true;
        timer.number += 1;
        Ok(Some(TimerId(timer.number)))
    }

    pub(super) fn end_query(&self, id: TimerId) -> Result<Option<Duration>, BackendError> {
        let mut timer = self.timer.borrow_mut();
        let Some(query) = timer.query.filter(|_| timer.running && timer.number == id.0) else {
            return Ok(None);
        };
        timer.running = false;
        // SAFETY: the context is current in the caller, and the query is running.
        let nanoseconds = unsafe {
            self.gl.end_query(glow::TIME_ELAPSED);
            // glow loads the 64-bit function only if the version is OpenGL 4.5 or the ES extension is present.
            let version = self.gl.version();
            if self.es || (version.major, version.minor) >= (4, 5) {
                self.gl.get_query_parameter_u64(query, glow::QUERY_RESULT)
            } else {
                self.gl.get_query_parameter_u32(query, glow::QUERY_RESULT) as u64
            }
        };
        self.nothing_in_flight();
        self.check("stopping a timer")?;
        // SAFETY: as above.
        if self.es && unsafe { self.gl.get_parameter_i32(GPU_DISJOINT) } != 0 {
            return Ok(None);
        }
        Ok(Some(Duration::from_nanos(nanoseconds)))
    }
}

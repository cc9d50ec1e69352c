//! Traces and timers: record what a device did during some work, and how long it took.

use std::time::Duration;

use crate::backend::TimerId;
use crate::error::Error;
use crate::trace::{Event, Trace};

use super::device::{Device, Inner};

impl Device {
    /// Runs `work`, and records every pass, upload and read back of this device during it.
    pub fn traced<R>(&self, work: impl FnOnce() -> R) -> (R, Trace) {
        let recording = Recording { inner: &self.inner, depth: self.inner.traces.borrow().len() };
        self.inner.traces.borrow_mut().push(Trace::default());
        let result = work();
        let trace = recording.end();
        // An outer recording also gets the events of an inner one.
        if let Some(outer) = self.inner.traces.borrow_mut().last_mut() {
            outer.events.extend(trace.events.iter().cloned());
        }
        (result, trace)
    }

    /// Starts a recording that [`stop_trace`](Device::stop_trace) ends. Returns whether it has, since one at a time can be started so.
    #[cfg(feature = "capi")]
    pub(crate) fn start_trace(&self) -> bool {
        let mut traces = self.inner.traces.borrow_mut();
        let starts = traces.is_empty();
        if starts {
            traces.push(Trace::default());
        }
        starts
    }

    /// Returns what was recorded so far, if a recording was started.
    #[cfg(feature = "capi")]
    pub(crate) fn trace_so_far(&self) -> Option<Trace> {
        self.inner.traces.borrow().first().cloned()
    }

    /// Ends the recording. Returns whether there was one.
    #[cfg(feature = "capi")]
    pub(crate) fn stop_trace(&self) -> bool {
        self.inner.traces.borrow_mut().pop().is_some()
    }

    /// Runs `work`, and returns how long the device was busy with it. The duration is `None` if the device has no timer, or is
    /// already being timed.
    pub fn timed<R>(&self, work: impl FnOnce() -> R) -> Result<(R, Option<Duration>), Error> {
        let timing = Timing { inner: &self.inner, timer: self.backend().start_timer()? };
        let result = work();
        let time = timing.end()?;
        Ok((result, time))
    }

    pub(crate) fn record(&self, event: impl FnOnce() -> Event) {
        if let Some(trace) = self.inner.traces.borrow_mut().last_mut() {
            let mut event = event();
            event.predict(|bytes, direction| self.backend().predicted_transfer(bytes, direction));
            trace.events.push(event);
        }
    }

    /// Runs `work`, and records its traffic as part of the operation with this name.
    pub(crate) fn operation<R>(&self, name: &str, work: impl FnOnce() -> R) -> R {
        let before = self.inner.traces.borrow().last().map_or(0, |trace| trace.events.len());
        let result = work();
        if let Some(trace) = self.inner.traces.borrow_mut().last_mut() {
            trace.events.iter_mut().skip(before).for_each(|event| event.part_of(name));
        }
        result
    }
}

/// A guard for a running recording. A panic ends the recording, too.
struct Recording<'a> {
    inner: &'a Inner,
    depth: usize,
}

impl Recording<'_> {
    fn end(self) -> Trace {
        self.inner.traces.borrow_mut().drain(self.depth..).next().unwrap_or_default()
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.inner.traces.borrow_mut().truncate(self.depth);
    }
}

/// A guard for a running timer. A panic stops the timer, too.
struct Timing<'a> {
    inner: &'a Inner,
    timer: Option<TimerId>,
}

impl Timing<'_> {
    fn end(mut self) -> Result<Option<Duration>, Error> {
        Ok(self.timer.take().map_or(Ok(None), |timer| self.inner.memory.backend.stop_timer(timer))?)
    }
}

impl Drop for Timing<'_> {
    fn drop(&mut self) {
        if let Some(timer) = self.timer.take()
            && let Err(error) = self.inner.memory.backend.stop_timer(timer)
        {
            log::warn!("a timer runs on: {error}");
        }
    }
}

//! What processes cost.

/// Whose cost is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// This process.
    This,
    /// Its children that have ended.
    Children,
}

/// Seconds of processor time, and the most memory so far in MiB.
///
/// # Panics
/// If the system does not tell.
#[cfg(unix)]
pub fn usage(of: Of) -> (f64, u64) {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let who = match of {
        Of::This => UsageWho::RUSAGE_SELF,
        Of::Children => UsageWho::RUSAGE_CHILDREN,
    };
    let usage = getrusage(who).expect("the usage of a process");
    let time = (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6;
    // Bytes on macOS, KiB elsewhere.
    let unit = if cfg!(target_os = "macos") {
        1 << 20
    } else {
        1 << 10
    };
    (time, usage.max_rss() as u64 / unit)
}

/// Seconds by the clock, where processor time is not to be had, and no memory.
///
/// # Panics
/// Before 1970.
#[cfg(not(unix))]
pub fn usage(_: Of) -> (f64, u64) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    (now.expect("a time after 1970").as_secs_f64(), 0)
}

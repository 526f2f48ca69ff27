//! Child processes that never outlive their owner.
//!
//! Each child leads a process group of its own, and the whole group is killed when its
//! [`ChildGroup`] is dropped: children of children go too, and a Ctrl-C on the terminal reaches
//! only this program, which then ends its children in order.
//!
//! What this cannot do: when this program itself is killed with `-9`, nothing is dropped. Linux
//! could send the child a signal then (`PR_SET_PDEATHSIG`), but the child must ask for it between
//! fork and exec, which needs unsafe code, and the signal comes already when the *thread* that
//! spawned ends. So a long-lived child must end by itself at the end of its standard input, or run
//! inside `bwrap --die-with-parent`. That option is bound to the spawning thread too: spawn such a
//! child from a thread that lives as long as the child is needed, never from a pool.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How often [`ChildGroup::wait_for`] looks at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// The groups that may still run, for a program that is to end at once.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every group that was spawned and has not ended. For a program that ends without dropping
/// its values, as by [`std::process::exit`] in a signal's handler.
pub fn kill_all_groups() {
    living().iter().for_each(|&group| kill(group));
}

fn kill(group: u32) {
    if let Some(pid) = pid_of(group) {
        // Fails only when nobody is left to be killed.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

fn pid_of(group: u32) -> Option<Pid> {
    i32::try_from(group).ok().and_then(Pid::from_raw)
}

/// A child process with all the processes it starts, killed when dropped.
#[derive(Debug)]
pub struct ChildGroup {
    child: Child,
    status: Option<ExitStatus>,
}

impl ChildGroup {
    /// Starts `command` as the leader of a new process group.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        // Locked before the child is there, so that nobody can miss it.
        let mut living = living();
        let child = command.process_group(0).spawn()?;
        living.insert(child.id());
        Ok(Self { child, status: None })
    }

    /// The child, to take its pipes from. Wait through the group: `Child::wait` would free the
    /// group's number while grandchildren may still run.
    pub fn child_mut(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The process id of the child, which is its group's number too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the child ended, waiting at most `limit`; `None` when it still runs. Once it has ended,
    /// what is left of its group is killed.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn wait_for(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        while self.status.is_none() && !self.has_ended()? {
            let Some(left) = limit.checked_sub(start.elapsed()) else { return Ok(None) };
            std::thread::sleep(pause.min(left));
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        self.end().map(Some)
    }

    /// Kills the whole group at once (`SIGKILL`) and says how the child ended.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        // The child is not reaped yet, so the group's number cannot belong to anyone else.
        kill(self.id());
        living().remove(&self.id());
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    fn has_ended(&self) -> io::Result<bool> {
        let Some(pid) = pid_of(self.id()) else { return Ok(true) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?.is_some())
    }
}

impl Drop for ChildGroup {
    fn drop(&mut self) {
        // A failure leaves nothing that could be done about it here.
        let _ = self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use rustix::process::{Pid, test_kill_process};

    use super::ChildGroup;

    const FOREVER: Duration = Duration::from_secs(3600);

    /// Starts a shell that starts a sleeper in the background, and gives the sleeper's id.
    fn with_grandchild(last_command: &str) -> (ChildGroup, Pid) {
        let script = format!("sleep 3600 & echo $!; {last_command}");
        let mut command = Command::new("sh");
        let mut group =
            ChildGroup::spawn(command.args(["-c", &script]).stdout(Stdio::piped())).unwrap();
        let mut line = String::new();
        let stdout = group.child_mut().stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let pid = Pid::from_raw(line.trim().parse().unwrap()).unwrap();
        (group, pid)
    }

    /// Whether the process is gone; a killed orphan stays a zombie until init reaps it.
    fn is_gone(pid: Pid) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
        let zombie = stat.is_ok_and(|text| text.rsplit(')').next().unwrap().starts_with(" Z"));
        zombie || test_kill_process(pid).is_err()
    }

    /// A signal takes effect a little after `kill` returns: looks again, some 30 seconds long.
    fn assert_goes_away(pid: Pid) {
        let gone = (0..3000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            is_gone(pid)
        });
        assert!(gone, "process {pid:?} still runs");
    }

    #[test]
    fn dropping_kills_the_grandchildren() {
        let (group, grandchild) = with_grandchild("wait");
        drop(group);
        assert_goes_away(grandchild);
    }

    #[test]
    fn grandchildren_end_with_the_child() {
        let (mut group, grandchild) = with_grandchild("exit 7");
        let status = group.wait_for(FOREVER).unwrap().unwrap();
        assert_eq!(status.code(), Some(7));
        assert_goes_away(grandchild);
        assert_eq!(group.end().unwrap().code(), Some(7), "the status is kept");
    }

    #[test]
    fn a_limit_that_is_over_says_so() {
        let mut group = ChildGroup::spawn(Command::new("sleep").arg("3600")).unwrap();
        assert_eq!(group.wait_for(Duration::from_millis(5)).unwrap(), None);
        assert!(!group.end().unwrap().success());
    }
}

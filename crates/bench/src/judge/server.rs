//! The server: on this machine only, for as long as the judge wants it.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use project::StopFlag;

use super::connection;
use super::desk::Desk;
use super::routes::{Routes, secret};
use crate::error::BenchError;

/// How many connections are served at once; further ones wait. A browser opens six, and some of them
/// only to be quick later.
const MOST_CONNECTIONS: usize = 32;
/// How often an idle server looks whether it is to end.
const TICK: Duration = Duration::from_millis(30);

/// A server that is ready to show a desk.
#[derive(Debug)]
pub struct JudgeServer {
    desk: Desk,
    listener: TcpListener,
    address: SocketAddr,
    secret: String,
}

impl JudgeServer {
    /// Listens on a port of 127.0.0.1; port 0 takes any that is free.
    ///
    /// # Errors
    /// When the port is taken, or the system has no random numbers.
    pub fn start(desk: Desk, port: u16) -> Result<Self, BenchError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let fail = |source: io::Error| BenchError::Listen { address: address.to_string(), source };
        let listener = TcpListener::bind(address).map_err(fail)?;
        listener.set_nonblocking(true).map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        Ok(Self { desk, listener, address, secret: secret().map_err(fail)? })
    }

    /// What to open in the browser. Whoever knows it can judge in this judge's name.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.address, self.secret)
    }

    /// What is shown.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Answers until `stop` is raised, and then at most two seconds longer: what was begun is ended.
    ///
    /// # Errors
    /// When no connection can be taken any more.
    pub fn serve(&self, stop: &StopFlag) -> Result<(), BenchError> {
        let routes = Routes { desk: &self.desk, secret: &self.secret, port: self.address.port() };
        let open = AtomicUsize::new(0);
        thread::scope(|scope| {
            while !stop.is_raised() {
                if open.load(Ordering::SeqCst) >= MOST_CONNECTIONS {
                    thread::sleep(TICK);
                    continue;
                }
                let stream = match self.listener.accept() {
                    Ok((stream, _)) => stream,
                    Err(error) if is_passing(error.kind()) => {
                        thread::sleep(TICK);
                        continue;
                    }
                    Err(source) => {
                        let address = self.address.to_string();
                        // The threads look at the same flag.
                        stop.raise();
                        return Err(BenchError::Listen { address, source });
                    }
                };
                open.fetch_add(1, Ordering::SeqCst);
                let (routes, open) = (&routes, &open);
                scope.spawn(move || {
                    // A browser that went away in between is nobody to tell.
                    let _ = connection::serve(stream, routes, stop);
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
            Ok(())
        })
    }
}

/// Whether there is only no connection now.
fn is_passing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::ConnectionAborted)
}

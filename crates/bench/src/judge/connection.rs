//! One connection: a request, an answer, the end. Every wait has a limit.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use project::StopFlag;

use super::request::{Head, Malformed};
use super::routes::{Response, Routes};

/// How long a request may take to come.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// How long a browser may leave an answer lying.
const WRITE_TIME: Duration = Duration::from_secs(1);
/// How long what was refused is read on. A connection that is closed with bytes unread may take the
/// answer with it.
const REST_TIME: Duration = Duration::from_millis(500);
/// How often a wait looks whether the program is to end.
const TICK: Duration = Duration::from_millis(50);

/// Why there is no request to answer.
enum NoRequest {
    /// The connection ended, or was left open without one.
    Gone,
    /// It is no request that is taken.
    Refused(Response),
}

/// Answers the request on a connection.
///
/// # Errors
/// When the connection breaks. There is nobody left to be told then.
pub(super) fn serve(mut stream: TcpStream, routes: &Routes<'_>, stop: &StopFlag) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(TICK))?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let until = Instant::now() + REQUEST_TIME;
    let (response, whole) = match read_and_answer(&mut stream, routes, until, stop) {
        Ok(response) => (response, true),
        Err(NoRequest::Refused(response)) => (response, false),
        Err(NoRequest::Gone) => return Ok(()),
    };
    stream.write_all(&response.head())?;
    stream.write_all(&response.body)?;
    stream.shutdown(Shutdown::Write)?;
    if !whole {
        let until = Instant::now() + REST_TIME;
        let mut rest = Vec::new();
        while let Ok(true) = read_some(&mut stream, &mut rest, until, stop) {
            rest.clear();
        }
    }
    Ok(())
}

fn read_and_answer(
    stream: &mut TcpStream,
    routes: &Routes<'_>,
    until: Instant,
    stop: &StopFlag,
) -> Result<Response, NoRequest> {
    let mut bytes = Vec::new();
    let refuse = |status| NoRequest::Refused(Response::plain(status));
    let mut more = |bytes: &mut Vec<u8>| match read_some(stream, bytes, until, stop) {
        Ok(true) => Ok(()),
        Err(error) if error.kind() == ErrorKind::TimedOut && !bytes.is_empty() => Err(refuse(408)),
        Ok(false) | Err(_) => Err(NoRequest::Gone),
    };
    let (head, head_length) = loop {
        match Head::parse(&bytes) {
            Ok(Some(found)) => break found,
            Ok(None) => more(&mut bytes)?,
            Err(Malformed::Form) => return Err(refuse(400)),
            Err(Malformed::NoLength) => return Err(refuse(411)),
            Err(Malformed::LongBody) => return Err(refuse(413)),
            Err(Malformed::LongHead) => return Err(refuse(431)),
        }
    };
    // Whoever may not ask is not listened to either.
    let route = routes.find(&head).map_err(NoRequest::Refused)?;
    let end = head_length + head.body_length;
    while bytes.len() < end {
        more(&mut bytes)?;
    }
    Ok(routes.answer(route, &bytes[head_length..end]))
}

/// Appends what comes next; `false` at the end of the stream.
///
/// # Errors
/// `TimedOut` when nothing came until `until` or the program is to end.
fn read_some(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    until: Instant,
    stop: &StopFlag,
) -> io::Result<bool> {
    let mut buffer = [0; 8 * 1024];
    loop {
        if stop.is_raised() || Instant::now() >= until {
            return Err(ErrorKind::TimedOut.into());
        }
        match stream.read(&mut buffer) {
            Ok(count) => {
                bytes.extend_from_slice(&buffer[..count]);
                return Ok(count > 0);
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                _ => return Err(error),
            },
        }
    }
}

//! What is asked for, who may ask, and the answer.
//!
//! The page shows code and writes a file, so no other page in the same browser may reach it. Its
//! address holds a secret that only the terminal shows. A name of another site that leads here
//! (DNS rebinding) is known by the field `Host`, a request that another page makes by `Origin`.

use task::with_causes;

use super::desk::{Desk, Entry, Refusal};
use super::request::Head;

/// The page, whole: markup, style and script.
const PAGE: &str = include_str!("page.html");
/// What stands in the page where the style and the script must show that they are its own.
const NONCE: &str = "{{nonce}}";
const JSON: &str = "application/json; charset=utf-8";

/// The requests that are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// The page.
    Page,
    /// The patches and what was said of them.
    Patches,
    /// A judgement to keep.
    Judge,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Response {
    status: u16,
    kind: &'static str,
    nonce: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Everything that can be asked for.
#[derive(Debug)]
pub(super) struct Routes<'a> {
    pub(super) desk: &'a Desk,
    pub(super) secret: &'a str,
    pub(super) port: u16,
}

impl Routes<'_> {
    /// What a request asks for.
    ///
    /// # Errors
    /// The answer to one that may not ask or asks for nothing that there is.
    pub(super) fn find(&self, head: &Head) -> Result<Route, Response> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let host = head.field("host").unwrap_or_default();
        if !hosts.iter().any(|known| known == host) {
            return Err(Response::plain(403));
        }
        if head.has("origin") && head.field("origin") != Some(&format!("http://{host}")) {
            return Err(Response::plain(403));
        }
        let mut parts = head.target.splitn(3, '/');
        let (Some(""), Some(secret), Some(name)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(Response::plain(404));
        };
        if !same(secret, self.secret) {
            return Err(Response::plain(404));
        }
        let (route, method) = match name {
            "" => (Route::Page, "GET"),
            "patches" => (Route::Patches, "GET"),
            "judgements" => (Route::Judge, "POST"),
            _ => return Err(Response::plain(404)),
        };
        if head.method != method {
            return Err(Response::plain(405));
        }
        // A form of another page cannot send this kind.
        let kind = head.field("content-type").unwrap_or_default();
        let is_json = kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
        if route == Route::Judge && !is_json {
            return Err(Response::plain(415));
        }
        Ok(route)
    }

    /// The answer to a request that may ask.
    pub(super) fn answer(&self, route: Route, body: &[u8]) -> Response {
        match route {
            Route::Page => page(),
            Route::Patches => match self.desk.view() {
                Ok(view) => Response::json(200, &view),
                Err(error) => Response::error(500, &error),
            },
            Route::Judge => self.judge(body),
        }
    }

    fn judge(&self, body: &[u8]) -> Response {
        let entry: Entry = match serde_json::from_slice(body) {
            Ok(entry) => entry,
            Err(error) => return Response::error(400, &error),
        };
        match self.desk.take(&entry) {
            Ok(opinions) => Response::json(200, &opinions),
            Err(error @ Refusal::NotKept(_)) => Response::error(500, &error),
            Err(error) => Response::error(422, &error),
        }
    }
}

impl Response {
    /// An answer without more than its status.
    pub(super) fn plain(status: u16) -> Self {
        let body = format!("{status} {}\n", reason(status)).into_bytes();
        Self { status, kind: "text/plain; charset=utf-8", nonce: None, body }
    }

    fn json(status: u16, value: &impl serde::Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self { status, kind: JSON, nonce: None, body },
            Err(error) => Self::error(500, &error),
        }
    }

    /// What went wrong, for the page to show.
    fn error(status: u16, error: &dyn std::error::Error) -> Self {
        let message = with_causes(error);
        let body = serde_json::json!({ "error": message }).to_string().into_bytes();
        Self { status, kind: JSON, nonce: None, body }
    }

    /// The head of the answer. It allows the page its own style and script and nothing else.
    pub(super) fn head(&self) -> Vec<u8> {
        let own = match &self.nonce {
            None => String::new(),
            Some(nonce) => format!(
                " script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
                 img-src data:;"
            ),
        };
        let policy = format!(
            "default-src 'none';{own} base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let Self { status, kind, .. } = self;
        format!(
            "HTTP/1.1 {status} {}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {}\r\n\
             Connection: close\r\n\
             Cache-Control: no-store\r\n\
             Content-Security-Policy: {policy}\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n\r\n",
            reason(*status),
            self.body.len(),
        )
        .into_bytes()
    }
}

fn page() -> Response {
    match secret() {
        Ok(nonce) => Response {
            status: 200,
            kind: "text/html; charset=utf-8",
            body: PAGE.replace(NONCE, &nonce).into_bytes(),
            nonce: Some(nonce),
        },
        Err(error) => Response::error(500, &error),
    }
}

/// 128 random bits as hexadecimal digits.
///
/// # Errors
/// When the system gives no random numbers.
pub(super) fn secret() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares in a time that does not tell where the difference is.
fn same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        _ => "Internal Server Error",
    }
}

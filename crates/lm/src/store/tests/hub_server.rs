//! A server on this machine that answers as the hub does: a redirect with the hub's headers, then
//! ranges of the file.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// How the server behaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Good,
    /// Ends each connection after so many bytes of the file.
    CutsAfter(usize),
    /// Has no such file.
    NotFound,
    /// Sends the whole file to whoever asks for more than its first byte.
    IgnoresRanges,
}

pub(super) struct HubServer {
    pub(super) address: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

#[derive(Clone, Default)]
struct Request {
    line: String,
    range: String,
}

impl HubServer {
    /// Serves until the test's process ends.
    pub(super) fn start(content: Vec<u8>, manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::default();
        let server = Self { address: address.clone(), requests: Arc::clone(&requests) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Some(request) = read(&stream) {
                    requests.lock().unwrap().push(request.clone());
                    answer(stream, &request, &address, &content, manner);
                }
            }
        });
        server
    }

    /// The first lines of all requests.
    pub(super) fn asked(&self) -> Vec<String> {
        self.requests.lock().unwrap().iter().map(|request| request.line.clone()).collect()
    }

    /// The ranges of the file that were asked for.
    pub(super) fn ranges(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        let of_file = requests.iter().filter(|request| request.line.starts_with("GET /files/"));
        of_file.map(|request| request.range.clone()).collect()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut request = Request { line: lines.next()?, range: String::new() };
    for line in lines.take_while(|line| !line.is_empty()) {
        let header = line.split_once(':');
        if let Some((_, value)) = header.filter(|(name, _)| name.eq_ignore_ascii_case("range")) {
            request.range = value.trim().to_owned();
        }
    }
    Some(request)
}

fn answer(mut stream: TcpStream, request: &Request, address: &str, content: &[u8], manner: Manner) {
    let total = content.len();
    let close = "Connection: close\r\n\r\n";
    let head = if manner == Manner::NotFound {
        format!("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n{close}")
    } else if !request.line.starts_with("GET /files/") {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: {address}/files/t.gguf\r\nContent-Length: 0\r\n\
             X-Repo-Commit: 0123456789abcdef\r\nX-Linked-Etag: \"etag\"\r\n{close}"
        )
    } else if manner == Manner::IgnoresRanges && request.range != "bytes=0-0" {
        format!("HTTP/1.1 200 OK\r\nContent-Length: {total}\r\n{close}")
    } else {
        let (start, end) = bounds(&request.range);
        let length = end - start;
        let head = format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Length: {length}\r\nETag: \"etag\"\r\n\
             Content-Range: bytes {start}-{}/{total}\r\n{close}",
            end - 1
        );
        let sent = if let Manner::CutsAfter(limit) = manner { length.min(limit) } else { length };
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&content[start..start + sent]).unwrap();
        return;
    };
    stream.write_all(head.as_bytes()).unwrap();
    if head.starts_with("HTTP/1.1 200") {
        // The client may have hung up after the head.
        let _ = stream.write_all(content);
    }
}

fn bounds(range: &str) -> (usize, usize) {
    let (start, last) = range.strip_prefix("bytes=").unwrap().split_once('-').unwrap();
    (start.parse().unwrap(), last.parse::<usize>().unwrap() + 1)
}

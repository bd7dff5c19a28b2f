//! The browser client, as it was built into this program.
//!
//! `cargo build` needs no client and no Node: without `web/dist` there is a page that says what is missing. A
//! program for people is made by `cargo play` or `cargo xtask dist`, which build the client first. Programs that
//! are not optimized read the files where they were built, so that a changed client needs no new program.

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::Embed;
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

const INDEX: &str = "index.html";
/// Names in this folder change with their contents.
const ASSETS: &str = "assets/";
/// How files may be packed, the smallest first, and how the names of packed files end. Browsers take Brotli only through
/// TLS or from their own machine.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether there is a client in this program.
pub(crate) fn is_built_in() -> bool {
    Dist::get(INDEX).is_some()
}

/// A file of the client. Every other address is routed by the client, and gets its page.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    answer(uri.path(), &headers, embedded::<Dist>)
}

fn embedded<Folder: Embed>(name: &str) -> Option<File> {
    let file = Folder::get(name)?;
    let tag = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(File { bytes: file.data, tag, kind: file.metadata.mimetype().into() })
}

struct File {
    bytes: Cow<'static, [u8]>,
    /// Another one for other contents.
    tag: String,
    /// The type of its contents.
    kind: String,
}

fn answer(path: &str, headers: &HeaderMap, find: impl Fn(&str) -> Option<File>) -> Response {
    let asked = path.trim_start_matches('/');
    let is_page =
        !is_of(asked, ASSETS) && !is_of(asked, "api/") && !asked.rsplit('/').any(|part| part.contains('.'));
    let name = if is_page { INDEX } else { asked };
    let Some(file) = find(name) else {
        return match is_page {
            true => Html(include_str!("welcome.html")).into_response(),
            false => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
        };
    };
    let File { bytes, tag, kind } = file;
    // The client's build puts packed files beside each one that is worth it.
    let mut accepted = ENCODINGS.into_iter().filter(|(encoding, _)| accepts(headers, encoding));
    let packed = accepted.find_map(|(encoding, ending)| Some((encoding, find(&format!("{name}.{ending}"))?)));
    let encoding = packed.as_ref().map(|(encoding, _)| (header::CONTENT_ENCODING, *encoding));
    let (bytes, tag) = packed.map_or((bytes, tag), |(_, packed)| (packed.bytes, packed.tag));
    let tag = format!("\"{tag}\"");
    let keep = if name.starts_with(ASSETS) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [(header::CACHE_CONTROL, keep), (header::VARY, "accept-encoding"), (header::ETAG, &tag)];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let body = match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    let mut response = (about, [(header::CONTENT_TYPE, kind)], body).into_response();
    if let Some((name, value)) = encoding {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a path lies in a folder or is that folder.
fn is_of(path: &str, folder: &str) -> bool {
    path.starts_with(folder) || folder.strip_suffix('/') == Some(path)
}

/// Whether a browser takes answers in an encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let words = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    words.flat_map(|words| words.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, ""));
        // A weight of nothing says no.
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
        name.trim() == encoding && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &str); 7] = [
        ("index.html", "the page"),
        ("index.html.gz", "the page, packed"),
        ("sw.js", "the worker"),
        ("assets/a-1.js", "code"),
        ("assets/a-1.js.br", "code, packed well"),
        ("assets/a-1.js.gz", "code, packed"),
        ("assets/b-2.svg", "a picture"),
    ];

    fn find(name: &str) -> Option<File> {
        let (name, text) = FILES.into_iter().find(|(there, _)| *there == name)?;
        Some(File {
            bytes: text.as_bytes().into(),
            tag: text.replace(' ', "-"),
            kind: name.rsplit('.').next()?.into(),
        })
    }

    /// Status, body, and some of the headers.
    async fn get(path: &str, request: &[(&str, &str)]) -> (u16, String, impl Fn(&str) -> String + use<>) {
        let mut headers = HeaderMap::new();
        for (name, value) in request {
            headers.insert(header::HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        }
        opened(answer(path, &headers, find)).await
    }

    async fn opened(response: Response) -> (u16, String, impl Fn(&str) -> String + use<>) {
        let (head, body) = response.into_parts();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        let header = move |name: &str| {
            head.headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
        };
        (head.status.as_u16(), String::from_utf8(body.to_vec()).unwrap(), header)
    }

    #[tokio::test]
    async fn every_address_of_the_client_is_its_page() {
        for path in ["/", "/t/ABCD", "/rules/euchre", "/no/such/thing", "/apiary", "/assetsx"] {
            let (status, body, header) = get(path, &[]).await;
            assert_eq!((status, body.as_str()), (200, "the page"), "{path}");
            assert_eq!((header("cache-control"), header("content-type")), ("no-cache".into(), "html".into()));
        }
    }

    #[tokio::test]
    async fn a_missing_file_is_not_answered_with_the_page() {
        for path in
            ["/assets/a-0.js", "/assets", "/assets/", "/api/nothing", "/api", "/favicon.ico", "/../x.html"]
        {
            assert_eq!(get(path, &[]).await.0, 404, "{path}");
        }
    }

    #[tokio::test]
    async fn files_that_never_change_are_cached() {
        let (_, body, header) = get("/assets/a-1.js", &[]).await;
        assert_eq!(body, "code");
        assert!(header("cache-control").ends_with("immutable"));
        let (_, _, header) = get("/sw.js", &[]).await;
        assert_eq!(header("cache-control"), "no-cache", "a worker must be able to change");
        let (status, body, _) = get("/sw.js", &[("if-none-match", &header("etag"))]).await;
        assert_eq!((status, body.as_str()), (304, ""));
    }

    #[tokio::test]
    async fn files_travel_packed_to_those_who_take_it() {
        for (accepts, due, encoding) in [
            ("gzip", "code, packed", "gzip"),
            ("deflate,gzip", "code, packed", "gzip"),
            ("gzip, br;q=0", "code, packed", "gzip"),
            ("gzip, deflate, br, zstd", "code, packed well", "br"),
            ("br;q=1.0, gzip;q=0.8", "code, packed well", "br"),
            ("br", "code, packed well", "br"),
            ("", "code", ""),
            ("gzip;q=0", "code", ""),
            ("gzipped, brotli", "code", ""),
        ] {
            let (_, body, header) = get("/assets/a-1.js", &[("accept-encoding", accepts)]).await;
            assert_eq!((body.as_str(), header("content-encoding").as_str()), (due, encoding), "{accepts}");
            assert_eq!((header("content-type"), header("vary")), ("js".into(), "accept-encoding".into()));
        }
        let (_, body, header) = get("/", &[("accept-encoding", "br, gzip")]).await;
        assert_eq!((body.as_str(), header("content-encoding").as_str()), ("the page, packed", "gzip"));
        let (_, body, header) = get("/assets/b-2.svg", &[("accept-encoding", "gzip")]).await;
        assert_eq!((body.as_str(), header("content-encoding")), ("a picture", String::new()), "not worth it");
    }

    /// A client with the smallest module that there is.
    #[derive(Embed)]
    #[folder = "tests/site"]
    struct Fixture;

    /// Browsers compile a module while it arrives only if its type is right.
    #[tokio::test]
    async fn the_rules_are_sent_as_web_assembly_and_packed() {
        for (accepts, encoding) in [("gzip, br", "br"), ("gzip", "gzip"), ("", "")] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepts.parse().unwrap());
            let response = answer("/assets/rules-1.wasm", &headers, embedded::<Fixture>);
            let of = |name| response.headers().get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(
                (of(header::CONTENT_TYPE), of(header::CONTENT_ENCODING)),
                ("application/wasm", encoding)
            );
        }
    }

    #[tokio::test]
    async fn without_a_client_the_page_says_so() {
        let (status, body, _) = opened(answer("/t/ABCD", &HeaderMap::new(), |_| None)).await;
        assert!(status == 200 && body.contains("cargo play"), "{body}");
    }
}

//! Finds the prose in a file. Every function returns a line for each line of the file, empty where there is no prose, so
//! that numbers of lines stay right.

/// The prose of a file, by the ending of its name; `None` for other files.
pub(super) fn prose(name: &str, text: &str) -> Option<Vec<String>> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "md" => Some(markdown(text)),
        "rs" => Some(joined(&comments(text), messages(text))),
        "ts" if is_dictionary(name, text) => Some(joined(&comments(text), english(text))),
        "ts" | "mjs" | "js" | "css" | "svelte" => Some(comments(text)),
        "toml" | "yml" | "yaml" | "sh" | "py" | "conf" | "service" => Some(hash_comments(text)),
        _ => None,
    }
}

/// A line has one of both, or nothing.
fn joined(comments: &[String], texts: Vec<String>) -> Vec<String> {
    comments.iter().zip(texts).map(|(comment, text)| format!("{comment}{text}")).collect()
}

fn markdown(text: &str) -> Vec<String> {
    let mut fenced = false;
    let line = |line: &str| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return String::new();
        }
        if fenced { String::new() } else { without_code(line) }
    };
    text.lines().map(line).collect()
}

/// The comments of Rust, TypeScript, JavaScript, CSS and Svelte. A comment after code is a paragraph of its own: a cell's
/// end is put before it.
fn comments(text: &str) -> Vec<String> {
    // What ends the block comment that a line is in.
    let mut block: Option<&str> = None;
    let line = |line: &str| {
        let line = line.trim();
        let opened = match block {
            Some(_) => Some(line.trim_start_matches('*')),
            None => {
                let [slashes, markup] = ["/*", "<!--"].map(|start| line.strip_prefix(start));
                block = slashes.map(|_| "*/").or(markup.map(|_| "-->"));
                slashes.map(|rest| rest.trim_start_matches('*')).or(markup)
            }
        };
        if let (Some(comment), Some(end)) = (opened, block) {
            let inside = match line.split_once(end) {
                Some(_) => {
                    block = None;
                    comment.split(end).next().unwrap_or_default()
                }
                None => comment,
            };
            return without_code(inside);
        }
        match line.strip_prefix("//") {
            Some(comment) => without_code(comment.trim_start_matches(['/', '!'])),
            None => after_code(line).map(|comment| format!("|{}", without_code(comment))).unwrap_or_default(),
        }
    };
    text.lines().map(line).collect()
}

/// The comment after code on the same line. Slashes within a string are not a comment.
fn after_code(line: &str) -> Option<&str> {
    let (code, comment) = line.split_once(" // ")?;
    code.matches('"').count().is_multiple_of(2).then_some(comment)
}

/// The comments of configuration files and scripts.
fn hash_comments(text: &str) -> Vec<String> {
    let line = |line: &str| line.trim_start().strip_prefix('#').map(without_code).unwrap_or_default();
    text.lines().map(line).collect()
}

/// The texts of errors and log messages in Rust: string literals within `#[error(…)]` and macros of `tracing`. Each is a
/// paragraph: a cell's end is put before and after it.
fn messages(text: &str) -> Vec<String> {
    let mut inside = false;
    let line = |line: &str| {
        let line = line.trim();
        let starts = line.starts_with("#[error(") || line.contains("tracing::");
        inside = (inside || starts) && !line.starts_with("//");
        let found = if inside { literals(line) } else { String::new() };
        inside = inside && !line.ends_with(")]") && !line.ends_with(';') && !line.ends_with("),");
        found
    };
    text.lines().map(line).collect()
}

/// The English texts of a dictionary: its string literals up to the German part.
fn english(text: &str) -> Vec<String> {
    let mut english = true;
    let line = |line: &str| {
        english &= !line.starts_with("  de: {");
        if english && !line.trim_start().starts_with("//") { literals(line) } else { String::new() }
    };
    text.lines().map(line).collect()
}

/// Whether a file of the client holds English texts.
fn is_dictionary(name: &str, text: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let source = !file.ends_with(".test.ts") && !file.starts_with("i18n.");
    source && (name.ends_with("text/en.ts") || text.contains("= makeText({"))
}

fn literals(line: &str) -> String {
    line.split('"').skip(1).step_by(2).map(|literal| format!("|{literal}|")).collect()
}

/// A line without inline code and without the targets of links. Code counts as one word.
fn without_code(line: &str) -> String {
    let spans: Vec<&str> = line.split('`').collect();
    let mut prose = String::new();
    for (number, &span) in spans.iter().enumerate() {
        // Every other span is code, unless its closing backtick is missing.
        let code = number % 2 == 1 && number + 1 < spans.len();
        prose.push_str(if code { "code" } else { span });
    }
    let mut parts = prose.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    text
}

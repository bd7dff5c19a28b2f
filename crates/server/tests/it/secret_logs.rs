//! Log lines hold no secret.

use crate::{failing_log::failing_log, test_server::*};
use serde_json::json;
use std::{
    fmt,
    sync::{Mutex, atomic::Ordering},
    time::Duration,
};

/// Everything that is logged, as text.
#[derive(Default)]
pub(crate) struct Listener(pub(crate) Mutex<String>);

struct Written<'a>(&'a mut String);

impl tracing::field::Visit for Written<'_> {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        use fmt::Write;
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl tracing::Subscriber for &'static Listener {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, attributes: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        attributes.record(&mut Written(&mut self.0.lock().unwrap()));
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut Written(&mut self.0.lock().unwrap()));
    }
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = self.0.lock().unwrap();
        event.record(&mut Written(&mut text));
        text.push('\n');
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// Whether a word is the name of a card of Euchre, such as `9c`.
fn is_card(word: &str) -> bool {
    word.len() == 2
        && word.starts_with(['9', 'T', 'J', 'Q', 'K', 'A'])
        && word.ends_with(['c', 'd', 'h', 's'])
}

#[tokio::test]
async fn logs_hold_no_token_no_card_and_no_message() {
    let listener: &'static Listener = Box::leak(Box::default());
    // For the whole process: the log lines of other tests are captured as well, and must be as clean.
    tracing::subscriber::set_global_default(listener).unwrap();
    let (house, failures) = failing_log().await;
    let mut clients = vec![house.room("euchre", "Ann", json!({ "target": 5 })).await];
    for name in ["Bea", "Cal"] {
        let code = clients[0].code.clone();
        clients.push(house.join(&code, name).await);
    }
    // A bot decides with cards in its hand, and logs none of them either.
    clients[0].done(json!({ "add_bot": { "level": "hard" } })).await;
    clients[0].command(json!("start")).await.unwrap();
    for client in &mut clients {
        client.until(|client| client.view.is_some()).await;
    }
    let mut tokens: Vec<String> =
        clients.iter().map(|c| c.seated["token"].as_str().unwrap().to_owned()).collect();
    let mut wrong = clients[0].seated.clone();
    wrong["token"] = json!("feedfacefeedfacefeedfacefeedface");
    tokens.push("feedfacefeedfacefeedfacefeedface".into());
    code(Client::try_rejoin(&house, &wrong).await.map(|_| ()));
    let mut hands: Vec<String> = vec![];
    let mut dice = Dice::new(6);
    for step in 0..60 {
        let actor = loop {
            // Also what the bot has played.
            for client in &clients {
                let view = client.view.as_ref().unwrap().to_string();
                hands.extend(
                    view.split(|c: char| !c.is_alphanumeric()).filter(|w| is_card(w)).map(str::to_owned),
                );
            }
            if let Some(actor) = clients.iter().position(|client| !client.legal.is_empty()) {
                break actor;
            }
            let next = clients[0].seq + 1;
            all_at(&mut clients, next).await;
        };
        // Faults are where people log too much.
        let action = dice.pick(&clients[actor].legal).clone();
        failures.fails.store(step % 10 == 9, Ordering::SeqCst);
        if step % 10 == 9 {
            assert_eq!(code(clients[actor].act(action).await), "internal");
            clients[actor].send_text(r#"{"xyzzy":"plugh"}"#).await;
            clients[actor].settle().await;
            // Timers and bots wait for a moment after a failure.
            house.advance(2);
            continue;
        }
        let seq = clients[actor].act(action).await.unwrap();
        all_at(&mut clients, seq).await;
        if clients[0].state() == "finished" {
            break;
        }
    }
    house.raw_http("GET", "/", "origin: https://evil.example\r\n", "").await;
    // Lines are throttled for the whole process, and another test may have used up those of this second.
    failures.fails.store(true, Ordering::SeqCst);
    let heard = async {
        while !listener.0.lock().unwrap().contains("no space left") {
            assert_eq!(code(clients[0].command(json!("leave")).await), "internal");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), heard).await.expect("the listener hears");
    drop(clients);
    let text = listener.0.lock().unwrap().clone();
    for secret in tokens.iter().map(String::as_str).chain(["xyzzy", "plugh", "evil.example"]) {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert!(hands.len() > 20);
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    for card in &hands {
        assert!(!words.contains(&card.as_str()), "{card} in {text}");
    }
}

//! Work in steps.

use crate::{
    checking::with_bots,
    conversation::{Page, golden},
};
use catalog::{
    analysis::analyse,
    proof::{Proof, verify},
};
use serde_json::{Value, json};

/// Goes on until there is a result; returns it with the progress on the way.
fn finish(page: &mut Page, begun: &Value, count: u32) -> (Value, Vec<u64>) {
    let (job, of) = (&begun["job"], &begun["of"]);
    let mut told = Vec::new();
    loop {
        let mut progress = page.ok(json!({"cmd": "step", "job": job, "count": count}));
        assert_eq!((&progress["job"], &progress["of"]), (job, of));
        told.push(progress["done"].as_u64().unwrap());
        if !progress["result"].is_null() {
            return (progress["result"].take(), told);
        }
    }
}

#[test]
fn bots_are_recomputed_in_steps_with_the_result_of_one_go() {
    let (_, proof) = with_bots();
    let file = proof.to_text();
    let mut whole = verify(file.as_bytes());
    whole.recompute_bots(&mut |_| {});
    for count in [1, 7, 1000] {
        let mut page = Page::default();
        let begun = page.ok(json!({"cmd": "verify_bots", "file": file}));
        assert_eq!((&begun["done"], &begun["of"]), (&json!(0), &json!(proof.log.len())));
        let (report, told) = finish(&mut page, &begun, count);
        assert_eq!(report["checks"], json!(whole.checks));
        assert_eq!(report["checks"].as_array().unwrap().last().unwrap()["what"], "bots");
        assert!(told.is_sorted() && told.last() == Some(&(proof.log.len() as u64)), "{told:?}");
        assert_eq!(told.len(), proof.log.len().div_ceil(count as usize));
        assert_eq!(page.error(json!({"cmd": "step", "job": begun["job"]})).0, "unknown_job", "it is done");
    }
}

#[test]
fn bots_of_a_broken_file_are_not_asked() {
    let (_, proof) = with_bots();
    let file = proof.to_text().replacen("\"players\":[\"", "\"players\":[\"X", 1);
    let done = Page::default().ok(json!({"cmd": "verify_bots", "file": file}));
    assert_eq!((&done["done"], &done["of"]), (&json!(0), &json!(0)));
    assert_eq!(done["result"]["verdict"], "broken");
    assert!(done["result"]["checks"].as_array().unwrap().iter().all(|check| check["what"] != "bots"));
}

#[test]
fn an_analysis_in_steps_has_the_bytes_of_one_go() {
    let file = golden("euchre");
    let proof = Proof::read(&file).unwrap();
    let seat = Some(kernel::Seat(2));
    let whole = analyse(&proof, seat, &mut |_, _| false, &|| false).unwrap().unwrap();
    let mut page = Page::default();
    let begun = page.ok(json!({"cmd": "analyse", "file": file, "seat": 2}));
    let (job, of) = (begun["job"].as_u64().unwrap(), begun["of"].as_u64().unwrap());
    assert!(of > 5);
    let step = |count: u64| format!("{{\"cmd\":\"step\",\"job\":{job},\"count\":{count}}}");
    page.module.answer(step(of - 1).as_bytes());
    let last = page.module.answer(step(5).as_bytes());
    let due = serde_json::to_string(&whole).unwrap();
    assert_eq!(
        last,
        format!("{{\"id\":null,\"ok\":{{\"job\":{job},\"done\":{of},\"of\":{of},\"result\":{due}}}}}")
    );
}

#[test]
fn jobs_can_be_dropped_and_are_not_without_number() {
    let (file, mut page) = (golden("casino"), Page::default());
    let begin = || json!({"cmd": "analyse", "file": file});
    let jobs: Vec<Value> = (0..8).map(|_| page.ok(begin())["job"].take()).collect();
    assert_eq!(page.error(begin()).0, "too_many_jobs");
    assert_eq!(page.ok(json!({"cmd": "drop", "job": jobs[3]})), json!({}));
    assert_eq!(page.error(json!({"cmd": "drop", "job": jobs[3]})).0, "unknown_job");
    page.ok(begin());
    assert_eq!(page.error(json!({"cmd": "analyse", "file": file, "seat": 2})).0, "no_such_seat");
    assert_eq!(page.error(json!({"cmd": "analyse", "file": "{}"})).0, "not_a_proof");
}

use kernel::{Kind, Setting, Switch};

#[test]
fn a_switch_is_on_or_off() {
    let read = |json: &str| serde_json::from_str::<Switch>(json);
    assert_eq!(read("\"on\"").unwrap(), Switch::On);
    assert_eq!(read("\"off\"").unwrap(), Switch::Off);
    assert_eq!(read("true").unwrap(), Switch::On);
    assert_eq!(serde_json::to_string(&Switch::On).unwrap(), "\"on\"");
    for bad in ["\"ON\"", "\"yes\"", "1", "null", "{}", "[]"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn fields_describe_themselves() {
    let kind = Kind::Number { from: 10, to: 120, step: 1, or: Some(Setting::Number(0)) };
    let json = serde_json::to_string(&kind).unwrap();
    assert_eq!(json, r#"{"number":{"from":10,"to":120,"step":1,"or":0}}"#);
    assert_eq!(serde_json::to_string(&Setting::Unset).unwrap(), "null");
    assert_eq!(serde_json::to_string(&Kind::Choice(&["a", "b"])).unwrap(), r#"{"choice":["a","b"]}"#);
}

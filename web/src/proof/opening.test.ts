import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import { openingText, readTranscript, transcriptText } from "./opening";
import { readPlain } from "./plain";

const { ceremonies: vectors } = JSON.parse(source) as { ceremonies: { transcript: string }[] };

describe("a transcript", () => {
  it.each(vectors)("is read, and comes out identical again", ({ transcript }) => {
    const read = readTranscript(transcript)!;
    expect(transcriptText(openingText(read.opening), read.promises)).toBe(transcript);
  });
  const { transcript } = vectors[0]!;
  it.each([
    ["another edition", "deal 2", "deal 3"],
    ["small letters", "table KXMT", "table kxmt"],
    ["a short room", /room ./, "room "],
    ["no game", "game 3", "game 0"],
    ["leading zeros", "game 3", "game 03"],
    ["a fraction", "attempt 1", "attempt 1.0"],
    ["an exponent", "attempt 1", "attempt 1e0"],
    ["a space more", "attempt 1", "attempt  1"],
    ["a space behind", "attempt 1", "attempt 1 "],
    ["a line more", "deck -", "deck -\ndeck -"],
    ["other line ends", "deck -\n", "deck -\r\n"],
    ["a number in another form", '"target":10', '"target":10.0'],
    ["a member twice", '"target":10', '"target":9,"target":10'],
    ["a member of digits", '"target":10', '"10":10'],
    ["a space in JSON", '"target":10', '"target": 10'],
    ["no options", /options .*/, "options []"],
    ["a host who is not there", "start 4 0 -", "start 4 4 -"],
    ["a word more", "start 4 0 -", "start 4 0 - 1"],
    ["fewer seats than lines", "start 4 0 -", "start 3 0 -"],
    ["large digits", /server ./, "server A"],
    ["a person without an id", "person 1f0c22aa90b1c3d4", "person Ann"],
    ["neither person nor bot", "seat 2 bot", "seat 2 cat"],
    ["a promise of a bot", "promise 1 ", "promise 2 "],
    ["no last line feed", /\n$/, ""],
  ])("is not one with %s", (_, from, to) => {
    const changed = transcript.replace(from, to);
    expect(changed).not.toBe(transcript);
    expect(readTranscript(changed)).toBeNull();
  });
});

describe("JSON in its one form", () => {
  it.each(["{}", '{"a":[1,-2,null,true,"ü♠\\n"]}', "9007199254740991", '"\\u0001"'])("%s", (text) => {
    expect(readPlain(text)).toEqual(JSON.parse(text));
  });
  it.each(["", "{ }", "1.0", "-0", "1.5", "9007199254740992", '{"1":2}', '{"a":1,"a":1}', '"\\ud800"', '"\\u0041"', "[1,]"])(
    "not %s",
    (text) => {
      expect(readPlain(text)).toBeUndefined();
    },
  );
});

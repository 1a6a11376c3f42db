import { expect, test } from "vitest";
import { createFakeBrowser } from "../testing/fake-places.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { ownerName } from "./owner-name.ts";
import { createTexts } from "./texts.ts";

function setUp() {
  const browser = createFakeBrowser();
  const clock = createTurnableClock();
  const open = (prefix: Promise<string> = Promise.resolve("text:ana:")) => {
    const tab = browser.openTab();
    return { ...createTexts({ places: tab, clock, device: "Laptop", prefix }), tab, leave: tab.leave };
  };
  const turn = async (ms: number) => {
    clock.turn(ms);
    await settled();
  };
  const kept = () => JSON.stringify([...browser.kept.values()]);
  return { browser, open, turn, kept };
}

test("[D-7] what is typed before the kept text was read does not overwrite it", async () => {
  const { open, turn, kept } = setUp();
  open().texts.keep("composer", "a long text");
  await turn(250);
  const known = Promise.withResolvers<string>();
  const { texts } = open(known.promise);
  const found = texts.get("composer");
  texts.keep("composer", "h");
  await turn(250);
  known.resolve("text:ana:");
  expect(await found).toBe("a long text");
  await turn(250);
  for (const word of ["a long text", "h"]) expect(kept()).toContain(`"${word}"`);
  expect(await open().texts.get("composer")).toBe("a long text\n\nh");
});

test("[D-7] who sends or clears a text in one tab leaves that of another tab alone", async () => {
  const { open, turn, browser } = setUp();
  const [one, two] = [open(), open()];
  one.texts.keep("composer", "a long text");
  await turn(250);
  two.texts.keep("composer", "hi");
  await turn(250);
  two.texts.keep("composer", "");
  await turn(250);
  expect(await open().texts.get("composer")).toBe("a long text");
  one.texts.keep("composer", "");
  await turn(250);
  expect(browser.kept.size).toBe(0);
});

test("[D-7] what was sent in one tab does not come back when another types on", async () => {
  const { open, turn, kept } = setUp();
  const [one, two] = [open(), open()];
  one.texts.keep("composer", "AAA");
  await turn(250);
  two.texts.keep("composer", "BBB");
  await turn(250);
  expect(kept()).toContain("AAA");
  one.texts.forget("composer", "AAA");
  await turn(250);
  two.texts.keep("composer", "BBBB");
  await turn(250);
  expect(await open().texts.get("composer")).toBe("BBBB");
});

test("[D-7] what the database is still writing when the page goes is there when one comes back", async () => {
  const { open, turn } = setUp();
  const { texts, tab, leave } = open();
  texts.keep("composer", "sent");
  await turn(250);
  texts.keep("composer", "and another thing");
  // A page that goes takes what it was writing with it.
  tab.database.update = () => new Promise(() => {});
  texts.forget("composer", "sent");
  await turn(250);
  leave();
  expect(await open().texts.get("composer")).toContain("and another thing");
});

test("[D-7] what this tab alone still has stays beside what it writes", async () => {
  const { browser, open, turn } = setUp();
  open().texts.keep("composer", "first");
  await turn(250);
  const { texts, tab } = open();
  tab.database.update = async (key, change) => {
    change(structuredClone(browser.kept.get(key)));
    return false;
  };
  texts.keep("composer", "second");
  await turn(250);
  browser.kept.clear();
  Object.assign(tab.database, browser.openTab().database);
  texts.keep("composer", "second!");
  await turn(250);
  expect(await open().texts.get("composer")).toBe("first\n\nsecond!");
});

test("[D-1] what the database refuses is found on the next page, and only what was not discarded", async () => {
  const { browser, open, turn } = setUp();
  const { texts, tab, leave } = open();
  const { update } = tab.database;
  tab.database.update = async () => false;
  texts.keep("composer", "Hello");
  texts.keep("fallen", "half a thought");
  await turn(250);
  texts.keep("fallen", "");
  await turn(5_000);
  leave();
  expect(await open().texts.get("composer")).toBe("Hello");
  expect(await open().texts.get("fallen")).toBe("");
  tab.database.update = update;
  texts.keep("composer", "Hello again");
  await turn(250);
  expect([...browser.notes.keys()]).toEqual([]);
  expect(await open().texts.get("composer")).toBe("Hello again");
});

test("[D-7] texts of two tabs that go at once are both there on the next page", async () => {
  const { open } = setUp();
  const [one, two] = [open(), open()];
  await settled();
  one.texts.keep("composer", "first");
  two.texts.keep("composer", "second");
  one.leave();
  two.leave();
  const text = await open().texts.get("composer");
  for (const word of ["first", "second"]) expect(text).toContain(word);
});

test("[D-7] a text that was put together is one text from then on", async () => {
  const { open, turn } = setUp();
  const [one, two] = [open(), open()];
  one.texts.keep("composer", "first");
  two.texts.keep("composer", "second");
  await turn(250);
  const third = open();
  await third.texts.get("composer");
  third.texts.keep("composer", "something else");
  await turn(250);
  expect(await open().texts.get("composer")).toBe("something else");
});

test("[D-2] who types without a pause is kept once a second", async () => {
  const { open, turn, kept } = setUp();
  const { texts } = open();
  for (let typed = 1; typed <= 10; typed += 1) {
    texts.keep("composer", "x".repeat(typed));
    await turn(100);
  }
  expect(kept()).toContain("x".repeat(10));
});

test("[D-2] what is not in the browser yet when the page is closed comes there, and what is written after that too", async () => {
  const { open, browser, kept } = setUp();
  const { texts, close, leave } = open();
  texts.keep("composer", "Hello");
  await settled();
  close();
  await settled();
  expect(kept()).toContain("Hello");
  expect(browser.notes.size).toBe(0);
  texts.keep("composer", "Hello again");
  leave();
  expect([...browser.notes.values()][0]).toContain("Hello again");
});

test("[D-1] nobody's name is the beginning of another one's", () => {
  const names = [
    ["https://ask.example", "a"],
    ["https://ask.example", "a:b"],
    ["https://ask.example", "8080"],
    ["https://ask.example:8080", "a"],
  ] as const;
  const starts = names.map(([origin, id]) => `${ownerName(origin, id)}:`);
  for (const start of starts) expect(starts.filter((other) => other.startsWith(start))).toEqual([start]);
});

import { expect, test } from "vitest";
import { createFakeBrowser, type FakeTab } from "../../testing/fake-browser.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { createTexts } from "../drafts/texts.ts";
import { ownerName } from "./owner-keys.ts";

function setUp() {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const open = (
    owner: Promise<string> = Promise.resolve("ana"),
    { before, lastOwner }: { before?: FakeTab; lastOwner?: string } = {},
  ) => {
    const tab = browser.openTab(before);
    const texts = createTexts({ storage: tab, clock, device: "Laptop", owner, lastOwner });
    return { texts, tab, hide: tab.hide };
  };
  const advance = async (ms: number) => {
    clock.advance(ms);
    await flushPromises();
  };
  const stored = () => JSON.stringify([...browser.database.values()]);
  return { browser, open, advance, stored };
}

test("[DRAFT-7] a text that is typed before the stored one was read does not overwrite it", async () => {
  const { open, advance, stored } = setUp();
  open().texts.set("composer", "a long text");
  await advance(250);
  const known = Promise.withResolvers<string>();
  const { texts } = open(known.promise);
  const found = texts.get("composer");
  texts.set("composer", "h");
  await advance(250);
  known.resolve("ana");
  expect(await found).toBe("a long text");
  await advance(250);
  for (const word of ["a long text", "h"]) expect(stored()).toContain(`"${word}"`);
  expect(await open().texts.get("composer")).toBe("a long text\n\nh");
});

test("[DRAFT-7] sending or clearing a text in one tab leaves that of another tab alone", async () => {
  const { open, advance, browser } = setUp();
  const [one, two] = [open(), open()];
  one.texts.set("composer", "a long text");
  await advance(250);
  two.texts.set("composer", "hi");
  await advance(250);
  two.texts.set("composer", "");
  await advance(250);
  expect(await open().texts.get("composer")).toBe("a long text");
  one.texts.set("composer", "");
  await advance(250);
  expect(browser.database.size).toBe(0);
});

test("[DRAFT-7] a text that one tab removed does not come back when another tab writes", async () => {
  const { open, advance, stored } = setUp();
  const [one, two] = [open(), open()];
  one.texts.set("composer", "AAA");
  await advance(250);
  two.texts.set("composer", "BBB");
  await advance(250);
  expect(stored()).toContain("AAA");
  one.texts.remove("composer", "AAA");
  await advance(250);
  two.texts.set("composer", "BBBB");
  await advance(250);
  expect(await open().texts.get("composer")).toBe("BBBB");
});

test("[DRAFT-7] a text that the database is still writing when the page unloads is restored", async () => {
  const { open, advance } = setUp();
  const { texts, tab, hide } = open();
  texts.set("composer", "sent");
  await advance(250);
  texts.set("composer", "and another thing");
  // A page that unloads does not finish its writes.
  tab.database.update = () => new Promise(() => {});
  texts.remove("composer", "sent");
  await advance(250);
  hide();
  expect(await open().texts.get("composer")).toContain("and another thing");
});

test("[DRAFT-7] a text of another tab that only this tab still has stays beside its own", async () => {
  const { browser, open, advance } = setUp();
  open().texts.set("composer", "first");
  await advance(250);
  const { texts, tab } = open();
  tab.database.update = async (key, change) => {
    change(structuredClone(browser.database.get(key)));
    return false;
  };
  texts.set("composer", "second");
  await advance(250);
  browser.database.clear();
  Object.assign(tab.database, browser.openTab().database);
  texts.set("composer", "second!");
  await advance(250);
  expect(await open().texts.get("composer")).toBe("first\n\nsecond!");
});

test("[DRAFT-1] a text that the database does not store is restored on the next page, and a discarded one is not", async () => {
  const { browser, open, advance } = setUp();
  const { texts, tab, hide } = open();
  const { update } = tab.database;
  tab.database.update = async () => false;
  texts.set("composer", "Hello");
  texts.set("fallen", "half a thought");
  await advance(250);
  texts.set("fallen", "");
  await advance(5_000);
  hide();
  expect(await open().texts.get("composer")).toBe("Hello");
  expect(await open().texts.get("fallen")).toBe("");
  tab.database.update = update;
  texts.set("composer", "Hello again");
  await advance(250);
  expect([...browser.texts.keys()]).toEqual([]);
  expect(await open().texts.get("composer")).toBe("Hello again");
});

test("[DRAFT-7] the texts of two tabs that unload at once are both restored", async () => {
  const { open } = setUp();
  const [one, two] = [open(), open()];
  await flushPromises();
  one.texts.set("composer", "first");
  two.texts.set("composer", "second");
  one.hide();
  two.hide();
  const text = await open().texts.get("composer");
  for (const word of ["first", "second"]) expect(text).toContain(word);
});

test("[DRAFT-7] texts that were joined are one text from then on", async () => {
  const { open, advance } = setUp();
  const [one, two] = [open(), open()];
  one.texts.set("composer", "first");
  two.texts.set("composer", "second");
  await advance(250);
  const third = open();
  await third.texts.get("composer");
  third.texts.set("composer", "something else");
  await advance(250);
  expect(await open().texts.get("composer")).toBe("something else");
});

test("[DRAFT-2] typing without a pause is stored once a second", async () => {
  const { open, advance, stored } = setUp();
  const { texts } = open();
  for (let typed = 1; typed <= 10; typed += 1) {
    texts.set("composer", "x".repeat(typed));
    await advance(100);
  }
  expect(stored()).toContain("x".repeat(10));
});

test("[DRAFT-2] a text that is not in the database when the page is closed is stored, and so is what is written after that", async () => {
  const { open, browser, stored } = setUp();
  const { texts, hide } = open();
  texts.set("composer", "Hello");
  await flushPromises();
  texts.close();
  await flushPromises();
  expect(stored()).toContain("Hello");
  expect(browser.texts.size).toBe(0);
  texts.set("composer", "Hello again");
  hide();
  expect([...browser.texts.values()][0]).toContain("Hello again");
});

const unknown = new Promise<string>(() => {});

test("[DRAFT-7] a text that is written before its author is known is in the next page of the tab", async () => {
  const { open, advance, stored, browser } = setUp();
  const first = open(unknown);
  first.texts.set("composer", "half a thought");
  await advance(250);
  first.hide();
  expect([...browser.texts]).toEqual([]);
  const again = open(unknown, { before: first.tab });
  again.texts.set("composer", "and more");
  again.hide();
  expect(await open().texts.get("composer")).toBe("");
  const next = open(undefined, { before: first.tab });
  expect(await next.texts.get("composer")).toBe("half a thought\n\nand more");
  await advance(250);
  expect(stored()).toContain("half a thought");
  next.texts.set("composer", "");
  await advance(250);
  expect(await open(undefined, { before: first.tab }).texts.get("composer")).toBe("");
});

test("[DRAFT-1] a text that is written before its author is known is shown to the last user alone", async () => {
  const { open } = setUp();
  const first = open(unknown, { lastOwner: "ana" });
  first.texts.set("composer", "half a thought");
  first.hide();
  const next = { before: first.tab, lastOwner: "ana" };
  expect(await open(Promise.resolve("ben"), next).texts.get("composer")).toBe("");
  expect(await open(Promise.resolve("ana"), next).texts.get("composer")).toBe("half a thought");
});

test("[DRAFT-1] no owner's name is a prefix of another", () => {
  const names = [
    ["https://ask.example", "a", "garden"],
    ["https://ask.example", "a", "garden:b"],
    ["https://ask.example", "a", "b@garden"],
    ["https://ask.example", "a:b", "garden"],
    ["https://ask.example", "a@b", "garden"],
    ["https://ask.example", "8080", "garden"],
    ["https://ask.example:8080", "a", "garden"],
  ] as const;
  const starts = names.map(([origin, id, project]) => `${ownerName(origin, { id, project })}:`);
  for (const start of starts) expect(starts.filter((other) => other.startsWith(start))).toEqual([start]);
});

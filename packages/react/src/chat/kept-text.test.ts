import { expect, test } from "vitest";
import { settled } from "../testing/settled.ts";
import { createKeptText } from "./kept-text.ts";

/** A browser that has kept a text, and finds it when the test says so. */
function setUp(before: string) {
  const kept = new Map([["composer:c1", before]]);
  const found = Promise.withResolvers<void>();
  const texts = {
    get: async (name: string) => {
      await found.promise;
      return kept.get(name) ?? "";
    },
    keep: (name: string, text: string) => void kept.set(name, text),
  };
  const text = createKeptText(texts, "composer:c1");
  const find = async () => {
    found.resolve();
    await settled();
  };
  return { text, find, kept: () => kept.get("composer:c1") };
}

test("[D-7] what was kept is there again", async () => {
  const { text, find } = setUp("half a thought");
  await find();
  expect(text.get()).toBe("half a thought");
});

test("[D-7] what is written before the kept text is found comes after it and overwrites nothing", async () => {
  const { text, find, kept } = setUp("half a thought");
  text.write("hm");
  expect(kept()).toBe("half a thought");
  await find();
  expect(text.get()).toBe("half a thought\nhm");
  expect(kept()).toBe("half a thought\nhm");
});

test("[D-7] what is written before nothing is found is kept", async () => {
  const { text, find, kept } = setUp("");
  text.write("hm");
  await find();
  expect([text.get(), kept()]).toEqual(["hm", "hm"]);
});

test("[D-7] what is sent before the kept text is found leaves it alone", async () => {
  const { text, find, kept } = setUp("half a thought");
  text.write("hm");
  text.write("");
  await find();
  expect([text.get(), kept()]).toEqual(["half a thought", "half a thought"]);
});

test("[D-7] what is written later is kept as it is", async () => {
  const { text, find, kept } = setUp("half a thought");
  await find();
  text.write("a whole one");
  expect([text.get(), kept()]).toEqual(["a whole one", "a whole one"]);
});

import { expect, test } from "vitest";
import { createKeptText } from "./kept-text.ts";
import { settled } from "./testing/settled.ts";

/** A browser that has kept a text of another page, and finds it when the test says so. */
function setUp(before: string) {
  let own = "";
  const found = Promise.withResolvers<void>();
  const texts = {
    get: async () => {
      await found.promise;
      return before;
    },
    keep(_: string, text: string) {
      own = text;
    },
  };
  const text = createKeptText(texts, "composer:c1");
  const find = async () => {
    found.resolve();
    await settled();
  };
  return { text, find, own: () => own };
}

test("[D-7] what was kept is there again", async () => {
  const { text, find } = setUp("half a thought");
  await find();
  expect(text.get()).toBe("half a thought");
});

test("[D-7] what is written before the kept text is found is kept at once, and comes after it", async () => {
  const { text, find, own } = setUp("half a thought");
  text.write("hm");
  expect(own()).toBe("hm");
  await find();
  expect([text.get(), own()]).toEqual(["half a thought\nhm", "half a thought\nhm"]);
});

test("[D-7] what is written before nothing is found is kept", async () => {
  const { text, find, own } = setUp("");
  text.write("hm");
  await find();
  expect([text.get(), own()]).toEqual(["hm", "hm"]);
});

test("[D-7] what is sent before the kept text is found leaves it alone", async () => {
  const { text, find, own } = setUp("half a thought");
  const safe = Promise.withResolvers<void>();
  text.write("hm");
  text.handOver(safe.promise);
  await find();
  safe.resolve();
  await settled();
  expect([text.get(), own()]).toEqual(["half a thought", ""]);
});

test("[D-7] what is sent is kept until it is safe elsewhere, and what is written meanwhile is kept", async () => {
  const { text, find, own } = setUp("");
  await find();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  text.write("one");
  text.handOver(first.promise);
  expect([text.get(), own()]).toEqual(["", "one"]);
  first.resolve();
  await settled();
  expect(own()).toBe("");
  text.write("two");
  text.handOver(second.promise);
  text.write("three");
  second.resolve();
  await settled();
  expect([text.get(), own()]).toEqual(["three", "three"]);
});

test("[D-7] what is written later is kept as it is", async () => {
  const { text, find, own } = setUp("half a thought");
  await find();
  text.write("a whole one");
  expect([text.get(), own()]).toEqual(["a whole one", "a whole one"]);
});

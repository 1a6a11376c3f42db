import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { createServices } from "../services.ts";
import { toEntries } from "../storage/entry.ts";
import { createStoredText } from "./stored-text.ts";
import { createTexts } from "./texts.ts";

const name = "composer:c1";

/** A browser that has a stored text, and reads it when the test calls `find`. */
async function setUp(before: string) {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const open = (owner: Promise<string>) => createTexts({ storage: browser.openTab(), clock, device: "Laptop", owner });
  const advance = async () => {
    clock.advance(1_000);
    await flushPromises();
  };
  const leave = async (text: string) => {
    open(Promise.resolve("ana")).set(name, text);
    await advance();
  };
  await leave(before);
  const owner = Promise.withResolvers<string>();
  const text = createStoredText(open(owner.promise), name);
  const find = async () => {
    owner.resolve("ana");
    await flushPromises();
  };
  const stored = async () => {
    await advance();
    return toEntries<string>(browser.database.get(`text:ana:${name}`)).map(({ value }) => value);
  };
  return { text, find, stored, leave };
}

test("[DRAFT-7] a stored text is restored", async () => {
  const { text, find } = await setUp("half a thought");
  await find();
  expect(text.text.get()).toBe("half a thought");
});

test("[DRAFT-7] a text that is written before the stored one was read follows it, and both are stored", async () => {
  const { text, find, stored } = await setUp("half a thought");
  text.write("hm");
  await find();
  expect(text.text.get()).toBe("half a thought\nhm");
  expect(await stored()).toEqual(["half a thought\nhm"]);
});

test("[DRAFT-7] a text that is written before nothing was found is stored", async () => {
  const { text, find, stored } = await setUp("");
  text.write("hm");
  await find();
  expect(text.text.get()).toBe("hm");
  expect(await stored()).toEqual(["hm"]);
});

test("[DRAFT-7] sending before the stored text was read leaves that alone", async () => {
  const { text, find, stored } = await setUp("half a thought");
  const safe = Promise.withResolvers<void>();
  text.write("hm");
  text.clearOnceStored(safe.promise);
  await find();
  expect(await stored()).toEqual(expect.arrayContaining(["half a thought", "hm"]));
  safe.resolve();
  await flushPromises();
  expect(text.text.get()).toBe("half a thought");
  expect(await stored()).toEqual(["half a thought"]);
});

test("[DRAFT-7] texts that are sent before the stored one was read are not shown again with it", async () => {
  const { text, find, stored } = await setUp("half a thought");
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  text.write("one");
  text.clearOnceStored(first.promise);
  await find();
  text.write("two");
  text.clearOnceStored(second.promise);
  first.resolve();
  await flushPromises();
  expect(text.text.get()).toBe("");
  second.resolve();
  await flushPromises();
  expect(text.text.get()).toBe("half a thought");
  expect(await stored()).toEqual(["half a thought"]);
});

test.for(["sent", "cleared", "changed"])(
  "[DRAFT-7] a text that was read after another was sent does not come back when it is %s",
  async (how) => {
    const { text, find, stored } = await setUp("half a thought");
    const safe = Promise.withResolvers<void>();
    text.write("hm");
    text.clearOnceStored(safe.promise);
    await find();
    safe.resolve();
    await flushPromises();
    expect(text.text.get()).toBe("half a thought");
    if (how === "sent") text.clearOnceStored(Promise.resolve());
    else text.write(how === "cleared" ? "" : "a whole one");
    expect(await stored()).toEqual(how === "changed" ? ["a whole one"] : []);
  },
);

test("[DRAFT-7] a sent text is stored until it is stored elsewhere, and a text that is written meanwhile stays", async () => {
  const { text, find, stored } = await setUp("");
  await find();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  text.write("one");
  text.clearOnceStored(first.promise);
  expect(text.text.get()).toBe("");
  expect(await stored()).toEqual(["one"]);
  first.resolve();
  await flushPromises();
  expect(await stored()).toEqual([]);
  for (const next of ["three", "two"]) {
    text.write("two");
    text.clearOnceStored(second.promise);
    text.write(next);
    second.resolve();
    await flushPromises();
    expect(text.text.get()).toBe(next);
    expect(await stored()).toEqual([next]);
  }
});

test("[DRAFT-7] a removed text is deleted, and what was written since is not", async () => {
  const { text, find, stored } = await setUp("");
  await find();
  text.write("one");
  text.write("one and two");
  text.remove("one");
  expect(text.text.get()).toBe("one and two");
  expect(await stored()).toEqual(["one and two"]);
  text.remove("one and two");
  expect(text.text.get()).toBe("");
  expect(await stored()).toEqual([]);
});

test("[DRAFT-7] an empty field shows on refresh what another tab wrote meanwhile", async () => {
  const { text, find, leave } = await setUp("");
  await find();
  await leave("half a thought");
  text.refresh();
  await flushPromises();
  expect(text.text.get()).toBe("half a thought");
  await leave("another one");
  text.refresh();
  await flushPromises();
  expect(text.text.get()).toBe("half a thought");
});

test("[DRAFT-7] a text that is written after another was sent stays, also before the current user is known", async () => {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const client = createFakeClient();
  const known = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("me", () => known.promise);
  const services = createServices({
    client,
    clock,
    storage: browser.openTab(),
    network: { isOnline: () => true, onChange: () => () => {} },
    device: "Laptop",
    origin: "https://ask.example",
    newKey: () => "key_1",
    reload: () => {},
  });
  const stop = services.start();
  const composer = services.text(name);
  composer.write("hm");
  const message = { type: "message", conversationId: "c1", text: "hm", isSeparate: true } as const;
  composer.clearOnceStored(services.outbox.submit(message).stored);
  const again = services.text(name);
  expect(again.text.get()).toBe("");
  again.write("and more");
  known.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(again.text.get()).toBe("and more");
  clock.advance(1_000);
  await flushPromises();
  const texts = [...browser.database].filter(([key]) => key.startsWith("text:"));
  expect(texts.flatMap(([, stored]) => toEntries(stored))).toMatchObject([{ value: "and more" }]);
  stop();
});

test("[DRAFT-7] a text that replaces the stored one is stored as it is", async () => {
  const { text, find, stored } = await setUp("half a thought");
  await find();
  text.write("a whole one");
  expect(text.text.get()).toBe("a whole one");
  expect(await stored()).toEqual(["a whole one"]);
});

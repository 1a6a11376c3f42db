import { expect, test } from "vitest";
import { keptIn } from "./draft/kept.ts";
import { createTexts } from "./draft/texts.ts";
import { createKeptText, keptTextsOf } from "./kept-text.ts";
import { createServices } from "./services.ts";
import { defaultSettings } from "./settings.ts";
import { createFakeClient } from "./testing/fake-client.ts";
import { createFakeBrowser } from "./testing/fake-places.ts";
import { settled } from "./testing/settled.ts";
import { createTurnableClock } from "./testing/turnable-clock.ts";

const name = "composer:c1";

/** A browser that has kept a text of another page, and finds it when the test says so. */
async function setUp(before: string) {
  const browser = createFakeBrowser();
  const clock = createTurnableClock();
  const open = (prefix: Promise<string>) =>
    createTexts({ places: browser.openTab(), clock, device: "Laptop", prefix }).texts;
  const turn = async () => {
    clock.turn(1_000);
    await settled();
  };
  const leave = async (text: string) => {
    open(Promise.resolve("text:ana:")).keep(name, text);
    await turn();
  };
  await leave(before);
  const owner = Promise.withResolvers<string>();
  const text = createKeptText(open(owner.promise), name);
  const find = async () => {
    owner.resolve("text:ana:");
    await settled();
  };
  const kept = async () => {
    await turn();
    return keptIn<string>(browser.kept.get(`text:ana:${name}`)).map(({ value }) => value);
  };
  return { text, find, kept, leave };
}

test("[D-7] what was kept is there again", async () => {
  const { text, find } = await setUp("half a thought");
  await find();
  expect(text.get()).toBe("half a thought");
});

test("[D-7] what is written before the kept text is found comes after it, and both are kept", async () => {
  const { text, find, kept } = await setUp("half a thought");
  text.write("hm");
  await find();
  expect(text.get()).toBe("half a thought\nhm");
  expect(await kept()).toEqual(["half a thought\nhm"]);
});

test("[D-7] what is written before nothing is found is kept", async () => {
  const { text, find, kept } = await setUp("");
  text.write("hm");
  await find();
  expect(text.get()).toBe("hm");
  expect(await kept()).toEqual(["hm"]);
});

test("[D-7] what is sent before the kept text is found leaves it alone", async () => {
  const { text, find, kept } = await setUp("half a thought");
  const safe = Promise.withResolvers<void>();
  text.write("hm");
  text.handOver(safe.promise);
  await find();
  expect(await kept()).toEqual(expect.arrayContaining(["half a thought", "hm"]));
  safe.resolve();
  await settled();
  expect(text.get()).toBe("half a thought");
  expect(await kept()).toEqual(["half a thought"]);
});

test("[D-7] what is sent one after the other before the kept text is found is not shown again with it", async () => {
  const { text, find, kept } = await setUp("half a thought");
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  text.write("one");
  text.handOver(first.promise);
  await find();
  text.write("two");
  text.handOver(second.promise);
  first.resolve();
  await settled();
  expect(text.get()).toBe("");
  second.resolve();
  await settled();
  expect(text.get()).toBe("half a thought");
  expect(await kept()).toEqual(["half a thought"]);
});

test.for(["sent", "cleared", "changed"])(
  "[D-7] what was found after something was sent does not come back when it is %s",
  async (how) => {
    const { text, find, kept } = await setUp("half a thought");
    const safe = Promise.withResolvers<void>();
    text.write("hm");
    text.handOver(safe.promise);
    await find();
    safe.resolve();
    await settled();
    expect(text.get()).toBe("half a thought");
    if (how === "sent") text.handOver(Promise.resolve());
    else text.write(how === "cleared" ? "" : "a whole one");
    expect(await kept()).toEqual(how === "changed" ? ["a whole one"] : []);
  },
);

test("[D-7] what is sent is kept until it is safe elsewhere, and what is written meanwhile is kept", async () => {
  const { text, find, kept } = await setUp("");
  await find();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  text.write("one");
  text.handOver(first.promise);
  expect(text.get()).toBe("");
  expect(await kept()).toEqual(["one"]);
  first.resolve();
  await settled();
  expect(await kept()).toEqual([]);
  for (const next of ["three", "two"]) {
    text.write("two");
    text.handOver(second.promise);
    text.write(next);
    second.resolve();
    await settled();
    expect(text.get()).toBe(next);
    expect(await kept()).toEqual([next]);
  }
});

test("[D-7] what was sent is forgotten, and what was written since is not", async () => {
  const { text, find, kept } = await setUp("");
  await find();
  text.write("one");
  text.write("one and two");
  text.forget("one");
  expect(text.get()).toBe("one and two");
  expect(await kept()).toEqual(["one and two"]);
  text.forget("one and two");
  expect(text.get()).toBe("");
  expect(await kept()).toEqual([]);
});

test("[D-7] who comes back to an empty text finds what another page left meanwhile", async () => {
  const { text, find, leave } = await setUp("");
  await find();
  await leave("half a thought");
  text.look();
  await settled();
  expect(text.get()).toBe("half a thought");
  await leave("another one");
  text.look();
  await settled();
  expect(text.get()).toBe("half a thought");
});

test("[D-7] who sends before it is known who they are, leaves and comes back, finds the words they wrote since", async () => {
  const browser = createFakeBrowser();
  const clock = createTurnableClock();
  const client = createFakeClient();
  const known = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("me", () => known.promise);
  const services = createServices({
    client,
    clock,
    places: browser.openTab(),
    network: { isOnline: () => true, onOnline: () => () => {} },
    device: "Laptop",
    origin: "https://ask.example",
    newKey: () => "key_1",
    startOver: () => {},
  });
  const askback = { ...services, settings: defaultSettings, change() {} };
  const stop = services.start();
  const composer = keptTextsOf(askback)(name);
  composer.write("hm");
  composer.handOver(services.outbox("c1").send("hm", { isSeparate: true }));
  const again = keptTextsOf(askback)(name);
  expect(again.get()).toBe("");
  again.write("and more");
  known.resolve({ ok: true, value: undefined });
  await settled();
  expect(again.get()).toBe("and more");
  clock.turn(1_000);
  await settled();
  const texts = [...browser.kept].filter(([key]) => key.startsWith("text:"));
  expect(texts.flatMap(([, stored]) => keptIn(stored))).toMatchObject([{ value: "and more" }]);
  stop();
});

test("[D-7] what is written later is kept as it is", async () => {
  const { text, find, kept } = await setUp("half a thought");
  await find();
  text.write("a whole one");
  expect(text.get()).toBe("a whole one");
  expect(await kept()).toEqual(["a whole one"]);
});

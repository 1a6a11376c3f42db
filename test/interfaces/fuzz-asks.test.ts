import { contractByName, type Json } from "@askback/core";
import { expect, inject, test } from "vitest";
import { malformedAsk, validAsk } from "../harness/fuzz/malformed-ask.ts";
import { createRandom } from "../harness/fuzz/random.ts";
import { startTestServer } from "../harness/server/test-server.ts";

const contract = contractByName("ask_user_question");
const seed = 20_261_115;

function refusal(input: unknown): string {
  const reading = contract.read(input as Json);
  return reading.ok ? `accepted: ${JSON.stringify(input).slice(0, 400)}` : reading.error;
}

test("[HTTP-7] thousands of malformed tool inputs are all refused with a message, and none throws", {
  tags: "smoke",
}, () => {
  const random = createRandom(seed);
  const refusals = Array.from({ length: inject("malformedAsks") }, () => refusal(malformedAsk(random)));
  const words = /^Invalid input: nothing was asked\.\n.{1,3000}\nCorrect this and call ask_user_question again\.$/s;
  expect(refusals.filter((text) => !words.test(text)).slice(0, 5)).toEqual([]);
});

test("[HTTP-7] what the malformed inputs are made from is accepted", () => {
  const random = createRandom(seed);
  for (let count = 0; count < 1_000; count += 1) expect(contract.read(validAsk(random))).toMatchObject({ ok: true });
});

test("[HTTP-7] malformed asks of a model reach nobody: each gets its error, none is stored as an inquiry", async () => {
  const { server, api, startConversation } = await startTestServer();
  const random = createRandom(seed + 1);
  const asks = Array.from({ length: Math.round(inject("malformedAsks") / 80) }, () => asInput(malformedAsk(random)));
  const texts = ["", "{", "nonsense", "[1", "\u0000", '{"questions"', "[]", "null"];
  const deep = [100, 2_000, 2_299, 4_000, 4_400, 12_000].map(
    (depth) => `${'{"a":'.repeat(depth)}0${"}".repeat(depth)}`,
  );
  for (const inputs of [...batches([...asks, ...texts], 32), ...batches(deep, 1)]) {
    const calls = inputs.map((input, index) => ({ id: `call_${index}`, name: "ask_user_question", input }));
    const conversation = await startConversation("scripted", [{ calls }, { text: "Done." }]);
    await conversation.waitForStatus("idle");
    expect(conversation.newMessages().map((received) => "kind" in received && received.kind)).toEqual(
      calls.map(() => "error-text"),
    );
    expect(await conversation.faults()).toEqual([]);
  }
  expect((await api.get("/v1/inquiries")).body.items).toEqual([]);
  expect(server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  expect(await server.stop()).toBe(0);
});

/** The JSON text of an ask, short enough for several in a message of at most 100,000 characters. */
function asInput(ask: unknown): string {
  try {
    const text = JSON.stringify(ask);
    return text.length < 2_000 ? text : text.slice(0, 2_000);
  } catch {
    // Nested too deep for JSON.stringify.
    return "[".repeat(2_000);
  }
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

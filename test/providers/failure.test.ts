import { describe, expect, test } from "vitest";
import { createEndlessTool, dig } from "./tools.ts";
import type { WireReply } from "./wire/wire.ts";
import { setUp, wires } from "./wires.ts";

const never = new Promise<never>(() => {});

/** What a provider may do that heals by waiting. */
const passing: readonly (readonly [string, WireReply])[] = [
  ["500", { refusal: { status: 500, type: "api_error", message: "Internal server error" } }],
  ["529", { refusal: { status: 529, type: "overloaded_error", message: "Overloaded" } }],
  ["an error in the stream", { text: "I be", breakOff: { type: "overloaded_error", message: "Overloaded" } }],
  ["a cut connection", { text: "I be", breakOff: "drop" }],
  ["a stream that ends early", { text: "I be", breakOff: "end" }],
  ["a stream that ends before it begins", { breakOff: "end" }],
];

/** What will not heal. */
const lasting: readonly (readonly [string, WireReply])[] = [
  ["400", { refusal: { status: 400, type: "invalid_request_error", message: "That is not how it works." } }],
  ["401", { refusal: { status: 401, type: "authentication_error", message: "That is not how it works." } }],
  ["404", { refusal: { status: 404, type: "not_found_error", message: "That is not how it works." } }],
];

describe.each(wires)("$name", (wire) => {
  test.each(passing)("[RUN-6] %s is tried again after a rest, and nothing of it is recorded", async (_, failure) => {
    const { server, start, clock } = await setUp(wire);
    server.willSay(failure, { text: "I begin." });
    const thread = await start("Go.");
    const { at, retryAt, attempt } = await thread.event("model.failed");
    expect(attempt).toBe(1);
    expect(retryAt - at).toBeGreaterThanOrEqual(500);
    expect(retryAt - at).toBeLessThanOrEqual(1_500);
    clock.turn(retryAt - at);
    const { parts } = await thread.event("model.replied");
    expect(parts).toMatchObject([{ type: "text", text: "I begin." }]);
    expect(server.requests).toHaveLength(2);
    expect(server.told()).toEqual(server.told(server.requests[0]));
  });

  test("[RUN-6] retry-after is honoured", async () => {
    const { server, start, clock } = await setUp(wire);
    const headers = { "retry-after": "90" };
    server.willSay(
      { refusal: { status: 429, type: "rate_limit_error", message: "Slow down.", headers } },
      { text: "Now." },
    );
    const thread = await start("Go.");
    const { at, retryAt } = await thread.event("model.failed");
    expect(retryAt - at).toBe(90_000);
    clock.turn(90_000);
    await thread.reached("idle");
  });

  test.each(lasting)("[RUN-6] %s fails the run at once", async (status, failure) => {
    const { server, start } = await setUp(wire);
    server.willSay(failure);
    const thread = await start("Go.");
    const { error } = await thread.reached("failed");
    expect(error).toEqual({ message: `That is not how it works. (HTTP ${status})`, retryable: false });
    expect(server.requests).toHaveLength(1);
  });

  test("[RUN-6] after five attempts the run fails, and a retry goes on", async () => {
    const { server, start, clock } = await setUp(wire);
    const refusal = { status: 503, type: "overloaded_error", message: "Overloaded" };
    server.willSay({ refusal }, { refusal }, { refusal }, { refusal }, { refusal }, { text: "At last." });
    const thread = await start("Go.");
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const { at, retryAt } = await thread.event("model.failed", attempt);
      const rest = 1_000 * 2 ** (attempt - 1);
      expect(retryAt - at).toBeGreaterThanOrEqual(rest / 2);
      expect(retryAt - at).toBeLessThanOrEqual(rest * 1.5 + 1);
      clock.turn(retryAt - at);
    }
    const { error } = await thread.reached("failed");
    expect(error).toEqual({ message: "Overloaded (HTTP 503)", retryable: true });
    expect(server.requests).toHaveLength(5);
    await thread.retry();
    await thread.reached("idle");
    expect(server.requests).toHaveLength(6);
  });

  test("[RUN-5] a model that takes too long is aborted, and its call is to be tried again", async () => {
    const { server, start } = await setUp(wire, { agent: { modelTimeoutMs: 500 } });
    server.willSay({ text: "I be", hold: never });
    const thread = await start("Go.");
    const { retryAt, error } = await thread.event("model.failed");
    expect(error).toEqual({ message: "the model was stopped: it took longer than 0.5 s", retryable: true });
    await server.abandoned;
    expect(await thread.conversation()).toMatchObject({ status: "thinking", attempt: 2, retryAt });
  });

  test("[RUN-5] a tool that takes too long is aborted, and the model is told", async () => {
    const { tool, aborted } = createEndlessTool({ timeoutMs: 50 });
    const { server, start } = await setUp(wire, { tools: [tool] });
    server.willSay({ calls: [dig] }, { text: "I see." });
    const thread = await start("Go.");
    await aborted;
    await thread.reached("idle");
    expect(server.told().at(-1)).toMatchObject({ text: expect.stringContaining("it took longer than 0.05 s") });
  });
});

import { describe, expect, test } from "vitest";
import { lasting, passing } from "./faults.ts";
import { protocols, startProviderRuntime } from "./provider-runtime.ts";
import { createEndlessTool, dig } from "./tools.ts";

const never = new Promise<never>(() => {});

describe.each(protocols)("$name", (protocol) => {
  test.each(passing)("[RUN-6] $name is retried after a pause, and nothing of it is recorded", async (fault) => {
    const { server, start, clock } = await startProviderRuntime(protocol);
    server.queueReplies(fault.reply, { text: "I begin." });
    const conversation = await start("Go.");
    const { at, retryAt, attempt, error } = await conversation.waitForEvent("model.failed");
    expect({ attempt, kind: error.kind }).toEqual({ attempt: 1, kind: fault.kind });
    expect(retryAt - at).toBeGreaterThanOrEqual(500);
    expect(retryAt - at).toBeLessThanOrEqual(1_500);
    clock.advance(retryAt - at);
    const { parts } = await conversation.waitForEvent("model.replied");
    expect(parts).toMatchObject([{ type: "text", text: "I begin." }]);
    expect(server.requests).toHaveLength(2);
    expect(server.prompt()).toEqual(server.prompt(server.requests[0]));
  });

  test("[RUN-6] retry-after is honoured", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol);
    const headers = { "retry-after": "90" };
    server.queueReplies(
      { refusal: { status: 429, type: "rate_limit_error", message: "Slow down.", headers } },
      { text: "Now." },
    );
    const conversation = await start("Go.");
    const { at, retryAt } = await conversation.waitForEvent("model.failed");
    expect(retryAt - at).toBe(90_000);
    clock.advance(90_000);
    await conversation.waitForStatus("idle");
  });

  test.each(lasting)("[RUN-6] $name fails the run at once", async ({ name: status, kind, reply }) => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies(reply);
    const conversation = await start("Go.");
    const { error } = await conversation.waitForStatus("failed");
    const message = `That is not how it works. (HTTP ${status})`;
    expect(error).toEqual({ kind, message, retryable: false, status: Number(status) });
    expect(server.requests).toHaveLength(1);
  });

  test("[RUN-6] after as many attempts as the agent allows the run fails, and a retry goes on", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol, { agent: { retry: { attempts: 5 } } });
    const refusal = { status: 503, type: "overloaded_error", message: "Overloaded" };
    server.queueReplies({ refusal }, { refusal }, { refusal }, { refusal }, { refusal }, { text: "At last." });
    const conversation = await start("Go.");
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const { at, retryAt } = await conversation.waitForEvent("model.failed", attempt);
      const rest = 1_000 * 2 ** (attempt - 1);
      expect(retryAt - at).toBeGreaterThanOrEqual(rest / 2);
      expect(retryAt - at).toBeLessThanOrEqual(rest * 1.5 + 1);
      clock.advance(retryAt - at);
    }
    const { error } = await conversation.waitForStatus("failed");
    expect(error).toEqual({ kind: "overload", message: "Overloaded (HTTP 503)", retryable: true, status: 503 });
    expect(server.requests).toHaveLength(5);
    await conversation.retry();
    await conversation.waitForStatus("idle");
    expect(server.requests).toHaveLength(6);
  });

  test("[FAILURE-4] an outage of two hours is waited out, and the run goes on by itself", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol);
    const refusal = { status: 503, type: "overloaded_error", message: "Overloaded" };
    const end = clock.now() + 2 * 3_600_000;
    server.queueReplies({ refusal });
    const conversation = await start("Go.");
    for (let count = 1; clock.now() < end; count += 1) {
      const { retryAt } = await conversation.waitForEvent("model.failed", count);
      expect(retryAt - clock.now()).toBeLessThanOrEqual(450_000);
      server.queueReplies(retryAt < end ? { refusal } : { text: "Back." });
      clock.advance(retryAt - clock.now());
    }
    await conversation.waitForStatus("idle");
    expect(server.requests.length).toBeGreaterThan(20);
  });

  test("[RUN-5] a model that takes too long is aborted and called again", async () => {
    const { server, start } = await startProviderRuntime(protocol, { agent: { modelTimeoutMs: 2_000 } });
    server.queueReplies({ text: "I be", hold: never });
    const conversation = await start("Go.");
    const { retryAt, error } = await conversation.waitForEvent("model.failed");
    expect(error).toEqual({
      kind: "network",
      message: "the model was stopped: it took longer than 2 s",
      retryable: true,
    });
    await server.abandoned;
    expect(await conversation.read()).toMatchObject({ status: "thinking", attempt: 2, retryAt });
  });

  test("[RUN-5] a tool that takes too long is aborted, and the model is told", async () => {
    const { tool, aborted } = createEndlessTool({ timeoutMs: 50 });
    const { server, start } = await startProviderRuntime(protocol, { tools: [tool] });
    server.queueReplies({ calls: [dig] }, { text: "I see." });
    const conversation = await start("Go.");
    await aborted;
    await conversation.waitForStatus("idle");
    expect(server.prompt().at(-1)).toMatchObject({ text: expect.stringContaining("it took longer than 0.05 s") });
  });
});

import { expect, test } from "vitest";
import * as z from "zod";
import { resultWithoutRunning, runTool } from "./run-tool.ts";
import { defineTool, type Tool, type ToolDefinition } from "./tool.ts";

const { signal } = new AbortController();
const call = { id: "call_a", name: "work", input: {} };
const effect = {
  type: "run-tool",
  runId: "run_a",
  step: 1,
  attempt: 1,
  allowed: false,
  call,
  interrupted: false,
  inquiries: 0,
} as const;

function working(
  run: ToolDefinition<Record<string, never>>["run"],
  more: { timeoutMs?: number; repeatable?: boolean } = {},
): Tool {
  return defineTool({ name: "work", description: "Works.", input: z.object({}), run, ...more });
}

test("[RUN-10] the output of a tool is its result", async () => {
  await expect(
    runTool(
      working(() => "done"),
      call,
      { conversationId: "conv_a", signal },
    ),
  ).resolves.toEqual({
    status: "ok",
    text: "done",
  });
});

test("[RUN-10] a bad input is an error result", async () => {
  const tool = defineTool({ name: "work", description: "", input: z.object({ a: z.number() }), run: () => "done" });
  await expect(runTool(tool, call, { conversationId: "conv_a", signal })).resolves.toMatchObject({
    status: "error",
    text: expect.stringContaining("Invalid input"),
  });
});

test.each([
  ["an error", new Error("no disk"), "work failed: no disk"],
  ["a text", "no disk", "work failed: no disk"],
  ["nothing", undefined, "work failed: undefined"],
])("[RUN-10] a tool that throws %s gives an error result", async (_, thrown, text) => {
  const tool = working(() => Promise.reject(thrown));
  await expect(runTool(tool, call, { conversationId: "conv_a", signal })).resolves.toEqual({ status: "error", text });
});

test("[RUN-10] a result that is too long is cut, and never in the middle of a character", async () => {
  const tool = working(() => `a${"🙂".repeat(150_000)}`);
  const { text } = await runTool(tool, call, { conversationId: "conv_a", signal });
  expect(text).toMatch(/\[cut: 100001 more characters\]$/);
  expect(text.length).toBeLessThan(200_100);
  expect(text.isWellFormed()).toBe(true);
});

test("[RUN-5] a tool that takes too long gives an error result that leaves its effect open", async () => {
  const tool = working(() => new Promise(() => {}), { timeoutMs: 20 });
  await expect(runTool(tool, call, { conversationId: "conv_a", signal })).resolves.toEqual({
    status: "error",
    text: "work was stopped: it took longer than 0.02 s. It may or may not have happened.",
  });
});

test("[RUN-9] an abort from outside rejects, even if the tool ignores it", async () => {
  const abort = new AbortController();
  const running = runTool(
    working(() => new Promise(() => {})),
    call,
    { conversationId: "c", signal: abort.signal },
  );
  const reason = new Error("no longer wanted");
  abort.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test("[RUN-10] an unknown tool is an error result that lists the tools", () => {
  const tools = [working(() => "done")];
  expect(resultWithoutRunning({ ...effect, call: { ...call, name: "fly" } }, tools)).toEqual({
    status: "error",
    text: 'There is no tool named "fly". There are: work.',
  });
  expect(resultWithoutRunning(effect, [])).toMatchObject({ text: expect.stringContaining("There are: none.") });
});

test("[RUN-10] an unreadable input is an error result", () => {
  const unreadable = { ...effect, call: { ...call, unreadable: "it ends too early" } };
  expect(resultWithoutRunning(unreadable, [working(() => "done")])).toEqual({
    status: "error",
    text: "Invalid input: it is not valid JSON (it ends too early). Call work again.",
  });
});

test("[RUN-3] a tool that was interrupted runs again only if it is repeatable", () => {
  const interrupted = { ...effect, interrupted: true };
  expect(resultWithoutRunning(effect, [working(() => "done")])).toBeUndefined();
  expect(resultWithoutRunning(interrupted, [working(() => "done", { repeatable: true })])).toBeUndefined();
  expect(resultWithoutRunning(interrupted, [working(() => "done")])).toMatchObject({
    status: "error",
    text: expect.stringContaining("it may or may not have happened"),
  });
});

test("[RUN-3] the result of an interrupted tool that was removed leaves its effect open", () => {
  const result = resultWithoutRunning({ ...effect, interrupted: true }, []);
  expect(result).toMatchObject({ status: "error", text: expect.stringContaining("may or may not have happened") });
});

test("[RUN-10] a tool whose output cannot be serialised has run", async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const where = { conversationId: "conv_a", signal };
  const texts = [{ id: 10n }, circular].map(async (output) =>
    runTool(
      working(() => output),
      call,
      where,
    ),
  );
  await expect(Promise.all(texts)).resolves.toMatchObject([{ status: "ok", text: '{"id":"10"}' }, { status: "ok" }]);
});

test("[SECRET-2] a tool gets a secret by its handle, and its result and its errors do not have it", async () => {
  const openSecret = async (handle: string) => (handle === "sec_a" ? 'hunter"2' : undefined);
  const run = { conversationId: "conv_a", signal, openSecret };
  const using = (handle: string, output: (secret: string) => unknown) =>
    runTool(
      working(async (_, { secret }) => output(await secret(handle))),
      call,
      run,
    );
  expect(await using("sec_a", (secret) => `opened with ${secret}`)).toMatchObject({ text: "opened with [secret]" });
  expect(await using("sec_a", (secret) => ({ secret }))).toMatchObject({ text: '{"secret":"[secret]"}' });
  const thrown = await using("sec_a", (secret) => Promise.reject(new Error(`${secret} is wrong`)));
  expect(thrown).toEqual({ status: "error", text: "work failed: [secret] is wrong" });
  expect(await using("sec_b", () => "never")).toMatchObject({
    status: "error",
    text: expect.stringContaining("no secret"),
  });
});

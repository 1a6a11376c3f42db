import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTranscript, call, message, result, text } from "../testing/messages.ts";
import { toPrompt } from "./prompt.ts";

test("[RUN-14] the results of a step are one message of the prompt", () => {
  const prompt = toPrompt("Work.", undefined, [
    message(1, "person", text("Go.")),
    message(2, "agent", text("Yes."), call("a", { line: "one" }), call("b")),
    message(3, "tool", result("a", "noted one")),
    message(4, "tool", { type: "result", result: { callId: "b", name: "note", status: "error", text: "failed" } }),
    message(5, "person", text("And?")),
  ]);
  const given = { type: "tool-result", toolName: "note" };
  expect(prompt).toEqual([
    { role: "system", content: "Work." },
    { role: "user", content: [{ type: "text", text: "Go." }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Yes." },
        { type: "tool-call", toolCallId: "a", toolName: "note", input: { line: "one" } },
        { type: "tool-call", toolCallId: "b", toolName: "note", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { ...given, toolCallId: "a", output: { type: "text", value: "noted one" } },
        { ...given, toolCallId: "b", output: { type: "error-text", value: "failed" } },
      ],
    },
    { role: "user", content: [{ type: "text", text: "And?" }] },
  ]);
});

test("[RUN-8] the summary comes first", () => {
  expect(toPrompt("", "They want tea.", [message(9, "person", text("Go."))])).toMatchObject([
    { role: "user", content: [{ text: expect.stringMatching(/^Summary .*They want tea\.$/s) }] },
    { role: "user", content: [{ text: "Go." }] },
  ]);
});

test("[RUN-7] provider data is sent back under its name, on every kind of part", () => {
  const provider = { anthropic: { signature: "s" } };
  const [reply] = toPrompt("", undefined, [
    message(
      1,
      "agent",
      { type: "reasoning", text: "Hm", provider },
      { type: "text", text: "Well", provider },
      { type: "call", call: { id: "a", name: "note", input: {}, provider } },
    ),
  ]);
  expect(reply?.content).toMatchObject([
    { type: "reasoning", providerOptions: provider },
    { type: "text", providerOptions: provider },
    { type: "tool-call", providerOptions: provider },
  ]);
});

test("[RUN-7] reasoning is sent back unchanged", () => {
  const [reply] = toPrompt("", undefined, [
    message(1, "agent", { type: "reasoning", text: " \n\ud83d", provider: {} }, text("So.")),
  ]);
  expect(reply?.content).toMatchObject([{ type: "reasoning", text: " \n\ud83d" }, { type: "text" }]);
});

test("[RUN-14] parts that providers refuse are left out or filled in", () => {
  const prompt = toPrompt(" \n", undefined, [
    message(1, "person", text("Go.")),
    message(2, "agent", text(" \n"), { type: "reasoning", text: "Hm" }),
    message(3, "agent", text("\n"), call("a")),
    message(4, "tool", { type: "result", result: { callId: "a", name: "note", status: "error", text: " " } }),
  ]);
  expect(prompt).toMatchObject([
    { role: "user" },
    { role: "assistant", content: [{ type: "tool-call" }] },
    { role: "tool", content: [{ output: { value: "(no output)" } }] },
  ]);
});

test("[RUN-14] call ids are unique and valid for every provider, and results match them", () => {
  const odd = `functions.note:${"0".repeat(60)}`;
  const prompt = toPrompt("", undefined, [
    message(1, "agent", call("call_0"), call(odd)),
    message(2, "tool", result("call_0", "one")),
    message(3, "tool", result(odd, "two")),
    message(4, "agent", call("call_0"), call("call_0_2"), call("")),
    message(5, "tool", result("call_0", "three")),
    message(6, "tool", result("call_0_2", "four")),
    message(7, "tool", result("", "five")),
  ]);
  const ids = prompt.flatMap(({ role, content }) =>
    role === "assistant" ? content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])) : [],
  );
  const results = prompt.flatMap(({ role, content }) =>
    role === "tool" ? content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])) : [],
  );
  expect(results).toEqual(ids);
  expect(new Set(ids).size).toBe(5);
  expect(ids[0]).toBe("call_0");
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
});

test("[RUN-14] every prompt has one result for each call, in order", () => {
  fc.assert(
    fc.property(anyTranscript, (messages) => {
      const prompt = toPrompt("Work.", undefined, messages);
      for (const [index, { role, content }] of prompt.entries()) {
        if (role !== "assistant") continue;
        const calls = content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
        const next = prompt[index + 1];
        const results =
          next?.role === "tool" ? next.content.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])) : [];
        expect(results).toEqual(calls);
      }
    }),
  );
});

test("[RUN-14] half a surrogate pair is replaced, since providers refuse it", () => {
  const half = "a\ud83d";
  const prompt = toPrompt(half, half, [
    message(1, "person", text(half)),
    message(2, "agent", text(half), call("a")),
    message(3, "tool", result("a", half)),
  ]);
  expect(JSON.stringify(prompt)).not.toContain(String.raw`\ud83d`);
});

test("[RUN-14] an invalid tool name is replaced in call and result alike", () => {
  const odd = { ...call("a"), call: { id: "a", name: "functions.note now", input: {} } };
  const prompt = toPrompt("", undefined, [
    message(1, "agent", odd),
    message(2, "tool", {
      type: "result",
      result: { callId: "a", name: "functions.note now", status: "ok", text: "ok" },
    }),
  ]);
  expect(JSON.stringify(prompt).match(/functions.note.now/g)).toEqual(["functions_note_now", "functions_note_now"]);
});

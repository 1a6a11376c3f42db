import { afterAll, beforeAll, expect, test } from "vitest";
import { colour, permissionCall, questionCall, sizes, startHook } from "../harness/hook/hook-process.ts";
import { openInquiry } from "../harness/hook/open-inquiry.ts";
import { type Api, createApi } from "../harness/server/api.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

let server: ServerProcess;
let api: Api;

beforeAll(async () => {
  server = await startServerProcess();
  api = createApi(server);
});
afterAll(() => server.stop());

const environment = () => ({ ASKBACK_URL: server.url, ASKBACK_KEY: server.keys.ask });

/** Runs a hook while a person does something with its inquiry. */
async function hooked(payload: object, resolve: (id: string) => Promise<unknown>) {
  const hook = startHook(payload, { env: environment() });
  const { id } = await openInquiry(api);
  await resolve(id);
  return hook.output;
}

const resolveBy =
  (way: string, body: object = {}) =>
  (id: string) =>
    api.post(`/v1/inquiries/${id}/${way}`, body);

test("[HOOK-1] answers go back under the texts and with the labels of the model, with notes and previews", {
  tags: "smoke",
}, async () => {
  const forged = { answers: { "Which colour?": "Blue" }, metadata: { source: "plan" } };
  const output = await hooked(
    questionCall("toolu_a", [colour, sizes], forged),
    resolveBy("answer", {
      answers: [
        { question: "q1", options: ["o1"], note: "a dark one" },
        { question: "q2", options: ["o1", "o3"], text: "and XL" },
      ],
      comment: "For the spring",
    }),
  );
  expect(output).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: {
        questions: [colour, sizes],
        metadata: { source: "plan" },
        answers: { "Which colour?": "Red (Recommended)", "Which sizes?": "S, L, and XL" },
        annotations: { "Which colour?": { preview: "#f00", notes: "a dark one" } },
      },
      additionalContext: "The user added: For the spring",
    },
  });
});

test("[HOOK-1] people see who asks, in one conversation for each session", async () => {
  const first = startHook(questionCall("toolu_seen_1"), { env: environment() });
  const { id, agent, conversationId, questions } = await openInquiry(api);
  expect({ agent, questions }).toMatchObject({
    agent: "Claude Code",
    questions: [
      { text: "Which colour?", header: "Colour", options: [{ preview: { text: "#f00" } }, { label: "Blue" }] },
    ],
  });
  await resolveBy("delegate")(id);
  await first.output;
  const second = startHook(questionCall("toolu_seen_2"), { env: environment() });
  const next = await openInquiry(api);
  expect(next.conversationId).toBe(conversationId);
  expect((await api.get(`/v1/conversations/${conversationId}`)).body.title).toBe("Claude Code in shop");
  await resolveBy("delegate")(next.id);
  await second.output;
});

test("[HOOK-2] a question that is skipped is told as unanswered", async () => {
  const answers = [
    { question: "q1", skipped: true },
    { question: "q2", options: ["o2"] },
  ];
  const output = await hooked(questionCall("toolu_b", [colour, sizes]), resolveBy("answer", { answers }));
  expect(output.hookSpecificOutput.updatedInput.answers).toEqual({
    "Which colour?": "(The user left this question unanswered. Assume no preference and no consent.)",
    "Which sizes?": "M",
  });
});

test.for([
  ["delegate", "leaves this decision to you"],
  ["decline", "declined to answer"],
] as const)("[HOOK-2] after %s there is no answer, and the model is told why", async ([way, words]) => {
  const output = await hooked(questionCall(`toolu_${way}`), resolveBy(way, { comment: "Later" }));
  const { permissionDecision, updatedInput, additionalContext } = output.hookSpecificOutput;
  expect({ permissionDecision, updatedInput }).toEqual({
    permissionDecision: "allow",
    updatedInput: { questions: [colour], answers: {} },
  });
  expect(additionalContext).toContain(words);
  expect(additionalContext).toContain("The user added: Later");
});

test("[HOOK-2] a dismissed question ends the turn", async () => {
  expect(await hooked(questionCall("toolu_dismiss"), resolveBy("dismiss"))).toMatchObject({
    continue: false,
    stopReason: "The question was set aside in Askback.",
    hookSpecificOutput: { permissionDecision: "deny" },
  });
});

test("[HOOK-2] an expired or withdrawn question has no answer", async () => {
  const agent = createApi(server, server.keys.ask);
  /** A deadline is in the future when it arrives, also on a slow machine. */
  const expire = async (id: string) => {
    const deadline = () => new Date(Date.now() + 500).toISOString();
    await expect
      .poll(async () => (await agent.patch(`/v1/inquiries/${id}`, { deadline: deadline() })).status)
      .toBe(200);
  };
  const expired = await hooked(questionCall("toolu_expire"), expire);
  const withdrawn = await hooked(questionCall("toolu_withdraw"), (id) =>
    agent.post(`/v1/inquiries/${id}/withdraw`, {}),
  );
  const contexts = [expired, withdrawn].map(({ hookSpecificOutput }) => hookSpecificOutput.additionalContext);
  expect(contexts).toEqual([
    expect.stringContaining("Nobody answered before the deadline"),
    expect.stringContaining("withdrawn before anybody answered"),
  ]);
  expect(expired.hookSpecificOutput.updatedInput.answers).toEqual({});
});

test("[HOOK-2] a message answers in the person's own words", async () => {
  const output = await hooked(questionCall("toolu_chat"), async (id) => {
    const { conversationId } = (await api.get(`/v1/inquiries/${id}`)).body;
    await api.post(`/v1/conversations/${conversationId}/messages`, { text: "Green would be best" });
  });
  expect(output.hookSpecificOutput.updatedInput.answers).toEqual({ "Which colour?": "Green would be best" });
});

test("[HOOK-3] a request for permission shows the exact call, and an allowance allows it", {
  tags: "smoke",
}, async () => {
  const output = await hooked(permissionCall("rm -rf build"), async (id) => {
    expect((await api.get(`/v1/inquiries/${id}`)).body.approval).toEqual({
      tool: "Bash",
      input: { command: "rm -rf build", description: "Remove the build" },
      presentation: { command: "rm -rf build", title: "Remove the build" },
    });
    await resolveBy("answer", { answers: [{ question: "q1", options: ["o1"] }] })(id);
  });
  expect(output).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
  });
});

test.for([
  [
    "answer",
    { answers: [{ question: "q1", options: ["o2"], note: "Too risky" }] },
    "refused this call. Their reason: Too risky",
  ],
  ["delegate", {}, "no permission to run it"],
  ["decline", {}, "declined to answer"],
  ["dismiss", {}, "assume nothing from it"],
] as const)("[HOOK-3] a call is not run after %s, and the model is told why (%#)", async ([way, body, words]) => {
  const { decision } = (await hooked(permissionCall("rm -rf build"), resolveBy(way, body))).hookSpecificOutput;
  expect(decision).toMatchObject({ behavior: "deny", message: expect.stringContaining(words) });
  expect(decision.interrupt).toBe(way === "dismiss" ? true : undefined);
});

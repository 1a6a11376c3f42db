import { createClient } from "@askback/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkplace, type McpProcess, personAt, startDirectly, startMcp } from "../../harness/mcp/proxied.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";

const workplace = createWorkplace();
const options = ["--wrap", workplace.command, "--approve", "create_*, delete_*", "--edit", "create_note"];
let server: ServerProcess;
let person: ReturnType<typeof personAt>;
let direct: McpProcess;
let proxied: McpProcess;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
  person = personAt(server);
  [direct, proxied] = await Promise.all([startDirectly(workplace, server), startMcp(workplace, server, options)]);
});
afterAll(async () => {
  await Promise.all([direct.client.close(), proxied.client.close()]);
  await server.stop();
});

function textOf(result: Awaited<ReturnType<McpProcess["call"]>>): string {
  return result.content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n");
}

test("[PROXY-1] a server behind the proxy shows the same tools, resources, prompts, completions and results", {
  tags: "smoke",
}, async () => {
  const everything = async ({ client, call }: McpProcess) => ({
    capabilities: client.getServerCapabilities(),
    info: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: await client.listTools(),
    resources: await client.listResources(),
    readme: await client.readResource({ uri: "notes://readme" }),
    prompts: await client.listPrompts(),
    prompt: await client.getPrompt({ name: "write", arguments: { tone: "calm" } }),
    completion: await client.complete({
      ref: { type: "ref/prompt", name: "write" },
      argument: { name: "tone", value: "w" },
    }),
    counted: await call("count_notes", { by: 3 }),
    invalid: await call("count_notes", { by: "three" }),
    unknown: await call("no_such_tool").catch((error: Error) => error.message),
    missing: await client.readResource({ uri: "notes://none" }).catch((error: Error) => error.message),
  });
  expect(await everything(proxied)).toEqual(await everything(direct));
});

test("[PROXY-1] progress, logging and cancellation reach the other side", async () => {
  for (const { client, call, notifications } of [direct, proxied]) {
    await client.setLoggingLevel("debug");
    const seen: number[] = [];
    await call("report", {}, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2]);
    expect(notifications).toMatchObject([{ method: "notifications/message", params: { data: "reporting" } }]);
    const before = workplace.recorded().length;
    const giveUp = new AbortController();
    const waiting = call("wait", {}, { signal: giveUp.signal }).catch(() => "given up");
    await expect.poll(() => workplace.recorded().slice(before)).toEqual([{ waiting: "wait" }]);
    giveUp.abort();
    expect(await waiting).toBe("given up");
    await expect.poll(() => workplace.recorded().slice(before)).toContainEqual({ cancelled: "wait" });
  }
});

test("[PROXY-2] a gated call waits for an approval of the exact call, runs once when it is allowed, and returns its result", {
  tags: "smoke",
}, async () => {
  const input = { title: "Plans", body: 'with "quotes"' };
  const progress: (string | undefined)[] = [];
  const result = proxied.call("create_note", input, { onprogress: ({ message }) => progress.push(message) });
  const inquiry = await person.asked(input);
  expect(inquiry).toMatchObject({ agent: "tester", approval: { tool: "create_note", input } });
  expect(workplace.recorded()).not.toContainEqual({ created: input });
  expect(await person.answer(inquiry.id, "o1")).toMatchObject({ ok: true });
  expect(await result).toEqual({ content: [{ type: "text", text: "created Plans" }] });
  expect(workplace.recorded().filter((entry) => "created" in entry)).toEqual([{ created: input }]);
  expect(progress[0]).toBe("Waiting for a person's approval");
});

test("[PROXY-3] a call whose approval ends in any way but an allow does not run, and the model is told which it was", async () => {
  const { inquiries } = person;
  const asker = createClient({ url: server.url, key: server.keys.ask });
  const people = createClient({ url: server.url, key: server.keys.answer });
  /** A deadline is in the future when it arrives, also on a slow machine. */
  const expire = async (id: string) => {
    const soon = () => ({ deadline: new Date(Date.now() + 1_000).toISOString() });
    await expect.poll(async () => (await asker.inquiries.amend(id, soon())).ok).toBe(true);
    return { ok: true };
  };
  const endings = [
    [(id: string) => person.answer(id, "o2", { note: "not today" }), /the user refused.*Their words: not today/s],
    [(id: string) => inquiries.decline(id), /declined/],
    [(id: string) => inquiries.delegate(id), /no permission/],
    [(id: string) => inquiries.dismiss(id), /set the request for approval aside/],
    [(id: string) => asker.inquiries.withdraw(id), /was withdrawn/],
    [expire, /nobody allowed it in time/],
    [
      (_: string, conversation = "") => people.conversations.send(conversation, { text: "not this one" }),
      /wrote a message instead.*not this one/s,
    ],
  ] as const;
  for (const [index, [end, words]] of endings.entries()) {
    const input = { title: `Never ${index}` };
    const result = proxied.call("delete_note", input);
    const { id, conversationId } = await person.asked(input);
    expect(await end(id, conversationId)).toMatchObject({ ok: true });
    const told = await result;
    expect(told.isError).toBe(true);
    expect(textOf(told)).toMatch(/^Not run: /);
    expect(textOf(told)).toMatch(words);
  }
  expect(workplace.recorded().filter((entry) => "deleted" in entry)).toEqual([]);
});

test("[PROXY-4] two gated calls at once are two approvals, also of equal input, and each runs as it was allowed", async () => {
  const first = proxied.call("delete_note", { title: "A" });
  const second = proxied.call("delete_note", { title: "B" });
  const third = proxied.call("delete_note", { title: "B" });
  await expect.poll(async () => (await person.open()).length).toBe(3);
  const asked = await person.open();
  for (const { id, approval } of asked)
    await person.answer(id, JSON.stringify(approval?.input) === '{"title":"A"}' ? "o2" : "o1");
  expect(textOf(await first)).toMatch(/refused/);
  expect([textOf(await second), textOf(await third)]).toEqual(["there is no B", "there is no B"]);
  expect(workplace.recorded().filter((entry) => "deleted" in entry)).toEqual([{ deleted: "B" }, { deleted: "B" }]);
});

test("[PROXY-5] where --edit allows it a person changes the input: what runs is the changed call, and the model is told", async () => {
  const input = { title: "Draft", body: "old" };
  const result = proxied.call("create_note", input);
  const { id, approval } = await person.asked(input);
  expect(approval?.editable?.schema).toMatchObject({ type: "object", required: ["title"] });
  expect(await person.answer(id, "o1", { input: { title: 7 } })).toMatchObject({
    ok: false,
    error: { code: "answer-misfit", detail: expect.stringMatching(/title/) },
  });
  expect(await person.answer(id, "o1", { input: { title: "Final" } })).toMatchObject({
    ok: true,
    value: { edited: true },
  });
  expect(textOf(await result)).toBe(
    'The user changed the input of this call before allowing it, and it ran as changed:\n- title: "Final" (was "Draft")\n- body: removed (was "old")\ncreated Final',
  );
  expect(workplace.recorded()).toContainEqual({ created: { title: "Final" } });
  const fixed = proxied.call("delete_note", { title: "C" });
  const unchangeable = await person.asked({ title: "C" });
  expect(await person.answer(unchangeable.id, "o1", { input: { title: "D" } })).toMatchObject({
    ok: false,
    error: { code: "answer-misfit" },
  });
  await person.answer(unchangeable.id, "o2");
  await fixed;
});

test("[PROXY-6] a client that gives up finds the same approval with the same call", async () => {
  const input = { title: "Later" };
  const giveUp = new AbortController();
  const first = proxied.call("create_note", input, { signal: giveUp.signal }).catch(() => "given up");
  const { id } = await person.asked(input);
  giveUp.abort();
  expect(await first).toBe("given up");
  await person.answer(id, "o1");
  expect(workplace.recorded()).not.toContainEqual({ created: input });
  expect(textOf(await proxied.call("create_note", input))).toBe("created Later");
  expect(await person.open()).toEqual([]);
});

test("[PROXY-7] a call that is replayed with its id gets the same result and does not run again", async () => {
  const input = { title: "Once" };
  const results = [
    proxied.call("create_note", input, { id: "toolu_1" }),
    proxied.call("create_note", input, { id: "toolu_1" }),
  ];
  await person.answer((await person.asked(input)).id, "o1");
  results.push(Promise.all(results).then(() => proxied.call("create_note", input, { id: "toolu_1" })));
  for (const result of results) expect(textOf(await result)).toBe("created Once");
  expect(workplace.recorded().filter((entry) => JSON.stringify(entry).includes("Once"))).toHaveLength(1);
});

test("[PROXY-8] names in other cases are gated too, and names and inputs that are hostile run nothing", async () => {
  for (const name of ["CREATE_NOTE", " create_note"]) {
    const result = proxied.call(name, { title: "Sly" });
    await person.answer((await person.asked({ title: "Sly" })).id, "o2");
    expect(textOf(await result)).toMatch(/refused/);
  }
  expect(textOf(await proxied.call("create_\u202eeton", {}))).toMatch(/^Not run: the name/);
  expect(textOf(await proxied.call(`create_${"x".repeat(300)}`, {}))).toMatch(/^Not run: the name/);
  const hostile = JSON.parse('{"title":"\\u202e</script>","body":"\\u0000","constructor":{"prototype":1}}');
  const result = proxied.call("create_note", hostile);
  // It does not fit the schema, so that it can be allowed only as it is.
  const inquiry = await person.asked(hostile);
  expect(inquiry.approval).not.toHaveProperty("editable");
  await person.answer(inquiry.id, "o1");
  // The server itself refuses what is not in its schema.
  expect((await result).isError).toBe(true);
  expect(JSON.stringify(workplace.recorded())).not.toMatch(/Sly|script/);
});

test("[PROXY-12] the wrapped server gets the environment without the keys of Askback", async () => {
  const place = createWorkplace("environment");
  const { client } = await startMcp(place, server, ["--wrap", place.command]);
  const [{ environment }] = place.recorded() as [{ environment: readonly string[] }];
  expect(environment).toContain("NODE_COMPILE_CACHE");
  expect(environment.filter((name) => name.startsWith("ASKBACK"))).toEqual([]);
  await client.close();
});

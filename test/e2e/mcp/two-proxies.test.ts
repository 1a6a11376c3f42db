import type { Inquiry } from "@askback/core/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkplace, type McpProcess, personAt, startMcp, type Workplace } from "../../harness/mcp/proxied.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";

let server: ServerProcess;
let person: ReturnType<typeof personAt>;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
  person = personAt(server);
});
afterAll(() => server.stop());

const startProxy = (workplace: Workplace) =>
  startMcp(workplace, server, ["--wrap", workplace.command, "--approve", "create_*"]);

function textOf(result: Awaited<ReturnType<McpProcess["call"]>>): string {
  return result.content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n");
}

/** What a call that never returns would reject with. */
const ignored = () => undefined;

async function untilOpen(count: number): Promise<readonly Inquiry[]> {
  await expect.poll(async () => (await person.open()).length).toBe(count);
  return person.open();
}

async function callOf(id: string): Promise<Inquiry["call"]> {
  const read = await person.inquiries.get(id);
  return read.ok ? read.value.call : undefined;
}

test("[PROXY-20] equal calls of two proxies that run side by side have an approval each, and each caller gets its own result", {
  tags: "smoke",
}, async () => {
  const workplace = createWorkplace();
  const proxies = await Promise.all([startProxy(workplace), startProxy(workplace)]);
  const input = { title: "Twice" };
  const results = proxies.map((proxy) => proxy.call("create_note", input));
  const [first, second] = await untilOpen(2);
  await person.answer(first?.id ?? "", "o1");
  await person.answer(second?.id ?? "", "o2");
  const texts = (await Promise.all(results)).map(textOf).sort();
  expect(texts).toEqual([expect.stringMatching(/^Not run: the user refused/), "created Twice"]);
  expect(workplace.recorded()).toEqual([{ created: input }]);
  for (const { kill } of proxies) await kill();
});

test("[PROXY-20] [PROXY-10] a call that one proxy runs is ended by no other, and if that proxy is killed its caller is warned once", async () => {
  const workplace = createWorkplace();
  const runner = await startProxy(workplace);
  runner.call("create_slowly").catch(ignored);
  const [asked] = await untilOpen(1);
  const id = asked?.id ?? "";
  await person.answer(id, "o1");
  await expect.poll(() => workplace.recorded()).toEqual([{ waiting: "create_slowly" }]);
  const other = await startProxy(workplace);
  other.call("create_slowly").catch(ignored);
  const [separate] = await untilOpen(1);
  expect(separate?.id).not.toBe(id);
  expect(await callOf(id)).not.toHaveProperty("finishedAt");
  await runner.kill();
  const again = await startProxy(workplace);
  expect(textOf(await again.call("create_slowly"))).toMatch(/may or may not have happened/);
  expect(await callOf(id)).toMatchObject({ interrupted: true, finishedAt: expect.any(String) });
  // It was told, so that the next one is a new call, beside that of the other proxy.
  again.call("create_slowly").catch(ignored);
  const open = await untilOpen(2);
  for (const inquiry of open) await person.answer(inquiry.id, "o2");
  await other.kill();
  await again.kill();
});

test("[PROXY-20] of two proxies that start after one was killed, one takes its approval over, and the other asks", async () => {
  const workplace = createWorkplace();
  const input = { title: "Orphan" };
  const killed = await startProxy(workplace);
  killed.call("create_note", input).catch(ignored);
  const [orphan] = await untilOpen(1);
  await killed.kill();
  const proxies = await Promise.all([startProxy(workplace), startProxy(workplace)]);
  const results = proxies.map((proxy) => proxy.call("create_note", input));
  const open = await untilOpen(2);
  expect(open.map(({ id }) => id)).toContain(orphan?.id);
  for (const { id } of open) await person.answer(id, id === orphan?.id ? "o1" : "o2");
  expect((await Promise.all(results)).map(textOf).sort()).toEqual([
    expect.stringMatching(/^Not run: the user refused/),
    "created Orphan",
  ]);
  for (const { kill } of proxies) await kill();
});

test("[PROXY-7] [PROXY-20] a call that is repeated with its id by another proxy waits until the first one has run it", async () => {
  const workplace = createWorkplace();
  const [runner, other] = [await startProxy(workplace), await startProxy(workplace)];
  const id = "toolu_both";
  const giveUp = new AbortController();
  const first = runner.call("create_slowly", {}, { id, signal: giveUp.signal }).catch(ignored);
  const [asked] = await untilOpen(1);
  await person.answer(asked?.id ?? "", "o1");
  await expect.poll(() => workplace.recorded()).toEqual([{ waiting: "create_slowly" }]);
  let told: string | undefined;
  const second = other.call("create_slowly", {}, { id }).then((result) => {
    told = textOf(result);
  });
  await other.client.ping();
  expect(told).toBeUndefined();
  giveUp.abort();
  await first;
  await runner.kill();
  await second;
  expect(told).toMatch(/may or may not have happened/);
  await other.kill();
});

test("[PROXY-21] a call whose keys come in another order after a restart finds its approval", async () => {
  const workplace = createWorkplace();
  for (const id of [undefined, "toolu_turned"]) {
    const title = `Turned ${id}`;
    const options = id === undefined ? {} : { id };
    const killed = await startProxy(workplace);
    killed.call("create_note", { title, body: "text" }, options).catch(ignored);
    const [asked] = await untilOpen(1);
    await killed.kill();
    await person.answer(asked?.id ?? "", "o1");
    const again = await startProxy(workplace);
    expect(textOf(await again.call("create_note", { body: "text", title }, options))).toBe(`created ${title}`);
    await again.kill();
  }
});

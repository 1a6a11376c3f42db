import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkplace, type McpProcess, personAt, startMcp, type Workplace } from "../../harness/mcp/proxied.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
});
afterAll(() => server.stop());

function startProxy(workplace: Workplace, gate = "create_*"): Promise<McpProcess> {
  return startMcp(workplace, server, ["--wrap", workplace.command, "--approve", gate]);
}

/** The server again, with its data and its address. */
async function restartServer(): Promise<void> {
  const { dataDir, url } = server;
  server = await startServerProcess({ config: "none", dataDir, args: ["--port", new URL(url).port] });
}

function textOf(result: Awaited<ReturnType<McpProcess["call"]>>): string {
  return result.content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n");
}

const ignored = () => undefined;

for (const id of [undefined, "toolu_kill"]) {
  const how = id === undefined ? "by its input" : "by its id";

  test(`[PROXY-9] a proxy that is killed before or after the approval finds it again ${how}, and the call runs once`, async () => {
    const workplace = createWorkplace();
    const input = { title: `Survives, ${how}` };
    const first = await startProxy(workplace);
    first.call("create_note", input, { ...(id && { id }) }).catch(ignored);
    const asked = await personAt(server).asked(input);
    await first.kill();
    const second = await startProxy(workplace);
    second.call("create_note", input, { ...(id && { id }) }).catch(ignored);
    // The second proxy waits for the same approval when it is killed as well.
    await second.client.ping();
    await second.kill();
    expect(await personAt(server).open()).toMatchObject([{ id: asked.id }]);
    await personAt(server).answer(asked.id, "o1");
    const third = await startProxy(workplace);
    expect(textOf(await third.call("create_note", input, { ...(id && { id }) }))).toBe(`created ${input.title}`);
    expect(workplace.recorded()).toEqual([{ created: input }]);
    await third.kill();
  });

  test(`[PROXY-10] a call whose proxy is killed while it runs is not run again: found ${how}, it may have happened`, async () => {
    const workplace = createWorkplace();
    const person = personAt(server);
    const first = await startProxy(workplace);
    first.call("create_slowly", {}, { ...(id && { id }) }).catch(ignored);
    const asked = await person.asked({});
    await person.answer(asked.id, "o1");
    await expect.poll(() => workplace.recorded()).toEqual([{ waiting: "create_slowly" }]);
    await first.kill();
    const second = await startProxy(workplace);
    const told = await second.call("create_slowly", {}, { ...(id && { id }) });
    expect(told.isError).toBe(true);
    expect(textOf(told)).toMatch(/may or may not have happened/);
    expect(workplace.recorded().filter((entry) => "waiting" in entry)).toHaveLength(1);
    expect(await person.open()).toEqual([]);
    if (id === undefined) {
      // The model was told, so an equal call is a new one, for which people are asked.
      second.call("create_slowly", {}).catch(ignored);
      const again = await person.asked({});
      expect(again.id).not.toBe(asked.id);
      await person.answer(again.id, "o2");
    } else expect(textOf(await second.call("create_slowly", {}, { id }))).toMatch(/may or may not have happened/);
    await second.kill();
  });
}

test("[PROXY-10] a call that ran for an earlier process is not run again under its id; without one it is a new call", async () => {
  const workplace = createWorkplace();
  const person = personAt(server);
  const input = { title: "Ran" };
  for (const id of [undefined, "toolu_ran"]) {
    const first = await startProxy(workplace);
    const result = first.call("create_note", input, { ...(id && { id }) });
    const asked = await person.asked(input);
    await person.answer(asked.id, "o1");
    await result;
    await expect
      .poll(async () => {
        const read = await person.inquiries.get(asked.id);
        return read.ok && read.value.call?.finishedAt;
      })
      .toBeTruthy();
    await first.kill();
  }
  const count = workplace.recorded().length;
  const second = await startProxy(workplace);
  expect(textOf(await second.call("create_note", input, { id: "toolu_ran" }))).toMatch(/^Not run again/);
  second.call("create_note", input).catch(ignored);
  await person.asked(input);
  expect(workplace.recorded()).toHaveLength(count);
  await second.kill();
});

test("[PROXY-14] a restarted proxy tells a refusal that nobody was told, once; the same call after that asks anew", async () => {
  const workplace = createWorkplace();
  const person = personAt(server);
  const input = { title: "Refused" };
  const first = await startProxy(workplace);
  first.call("create_note", input).catch(ignored);
  const untold = await person.asked(input);
  await first.kill();
  await person.answer(untold.id, "o2");
  const second = await startProxy(workplace);
  expect(textOf(await second.call("create_note", input))).toMatch(/refused this call/);
  const isOfCall = expect.objectContaining({ approval: expect.objectContaining({ input }) });
  expect(await person.open()).not.toContainEqual(isOfCall);
  await second.kill();
  const third = await startProxy(workplace);
  const result = third.call("create_note", input);
  const again = await person.asked(input);
  expect(again.id).not.toBe(untold.id);
  await person.answer(again.id, "o1");
  expect(textOf(await result)).toBe("created Refused");
  expect(workplace.recorded()).toEqual([{ created: input }]);
  await third.kill();
});

test("[PROXY-14] a refused call that is repeated under its id by a restarted proxy is told the same and not asked anew", async () => {
  const workplace = createWorkplace();
  const person = personAt(server);
  const input = { title: "Refused by its id" };
  const first = await startProxy(workplace);
  const result = first.call("create_note", input, { id: "toolu_refused" });
  await person.answer((await person.asked(input)).id, "o2");
  expect(textOf(await result)).toMatch(/refused this call/);
  await first.kill();
  const second = await startProxy(workplace);
  expect(textOf(await second.call("create_note", input, { id: "toolu_refused" }))).toMatch(/refused this call/);
  await second.kill();
  expect(workplace.recorded()).toEqual([]);
});

test("[PROXY-11] a server of Askback that is killed while a call waits, and while it runs, loses nothing", async () => {
  const workplace = createWorkplace();
  const proxy = await startProxy(workplace, "create_*,report");
  const input = { title: "Through restarts" };
  const result = proxy.call("create_note", input);
  const { id } = await personAt(server).asked(input);
  await server.kill();
  await restartServer();
  await personAt(server).answer(id, "o1");
  expect(textOf(await result)).toBe("created Through restarts");
  const giveUp = new AbortController();
  const slow = proxy.call("create_slowly", {}, { signal: giveUp.signal }).catch(ignored);
  const asked = await personAt(server).asked({});
  await personAt(server).answer(asked.id, "o1");
  await expect.poll(() => workplace.recorded()).toContainEqual({ waiting: "create_slowly" });
  await server.kill();
  await restartServer();
  giveUp.abort();
  await slow;
  await expect.poll(() => workplace.recorded()).toContainEqual({ cancelled: "create_slowly" });
  expect(textOf(await proxy.call("create_slowly", {}))).toMatch(/may or may not have happened/);
  expect(workplace.recorded().filter((entry) => "waiting" in entry)).toHaveLength(1);
  await proxy.kill();
});

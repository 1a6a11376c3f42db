import { describe, expect, test } from "vitest";
import { operatedStores } from "../harness/postgres/operated-stores.ts";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";

const script = [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }];

function follow({ url, keys }: ServerProcess, path: string, last?: string) {
  const since = last === undefined ? {} : { "last-event-id": last };
  return serverEvents(`${url}${path}`, { authorization: `Bearer ${keys.answer}`, ...since });
}

/** The positions of the first events of the log. */
async function positionsOf(server: ServerProcess, count: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for await (const { position } of follow(server, "/v1/events?after=0")) {
    if (position !== undefined) seen.push(position);
    if (seen.length === count) return seen;
  }
  throw new Error("the stream ended before its last event");
}

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  test("[OPS-7] prune deletes by age after listing what; a reader that reconnects gets a new snapshot", async () => {
    const store = await operatedStores[kind]();
    let server = await store.serve();
    let api = createApi(server);
    const done = await api.start("scripted", [{ text: "Done." }]);
    await api.waitForStatus(done, "idle");
    const asked = await api.start("scripted", script);
    const { inquiry } = await api.waitForStatus(asked, "parked");
    await server.stop();
    await store.age(100);
    server = await store.serve();
    api = createApi(server);
    const young = await api.start("scripted", [{ text: "Done." }]);
    await api.waitForStatus(young, "idle");
    const positions = await positionsOf(server, 18);
    if (!store.isShared) {
      expect(await store.run("prune", "--older-than", "90d", "--yes")).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/✖ the data folder .* is in use .*\n→ Stop the server of this data folder/),
      });
      await server.stop();
    }

    const nobody = await store.run("prune", "--older-than", "90d");
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringMatching(/✖ there is nobody to ask.*\n→ .*--yes/) });
    const both = ["prune", "--older-than", "90d", "--log-older-than", "30d"];
    const planned = await store.run(...both, "--dry-run");
    expect(planned).toMatchObject({ code: 0, stdout: "" });
    expect(planned.stderr).toMatch(/Would remove 1 conversation at rest since before .* UTC, with 6 events\./);
    expect(planned.stderr).toMatch(/Would remove 12 events of the log recorded before .* UTC\./);
    const first = await store.run("prune", "--older-than", "90d", "--yes");
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Removed 1 conversation .* with 6 events\./),
    });
    const second = await store.run("prune", "--log-older-than", "30d", "--yes");
    expect(second).toMatchObject({ code: 0, stderr: expect.stringMatching(/Removed 6 events of the log/) });

    if (!store.isShared) {
      server = await store.serve();
      api = createApi(server);
    }
    expect(await api.get(`/v1/conversations/${done}`)).toMatchObject({ status: 404 });
    const [history] = (await follow(server, "/v1/events").next()).value?.id?.split("-") ?? [];
    expect((await follow(server, "/v1/events", `${history}-${positions[2]}`).next()).value).toMatchObject({
      type: "snapshot",
      position: positions[17],
      data: { openInquiries: 1, inquiries: [{ id: inquiry.id }] },
    });
    const named = follow(server, `/v1/events?conversation=${asked}`, `${history}-${positions[7]}`);
    expect((await named.next()).value).toMatchObject({ type: "snapshot", data: { conversations: [{ id: asked }] } });
    expect((await follow(server, "/v1/events", `${history}-${positions[11]}`).next()).value).toMatchObject({
      type: "conversation.started",
      position: positions[12],
    });
    expect((await follow(server, `/v1/events?after=0&conversation=${young}`).next()).value).toMatchObject({
      position: positions[12],
    });
    const session = follow(server, `/api/v1/sessions/${asked}/events`);
    expect((await session.next()).value).toMatchObject({ type: "question_pending" });
    expect((await session.next()).value).toMatchObject({ type: "agent_complete", position: positions[17] });
    await session.return(undefined);
    expect(await api.post(`/v1/conversations/${asked}/fork`, { inquiry: inquiry.id })).toMatchObject({
      status: 409,
      body: { code: "log-pruned" },
    });

    await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
    const types: string[] = [];
    for await (const { type } of named) {
      types.push(type);
      if (type === "run.finished") break;
    }
    expect(types.filter((type) => type !== "text.streamed")).toEqual([
      "inquiry.resolved",
      "tool.finished",
      "model.replied",
      "run.finished",
    ]);
    await server.stop();
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { halfAnswered } from "../harness/browser/drafts.ts";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";
import { testDatabases } from "./databases.ts";

describe.each(testDatabases)("two servers $name", ({ open }) => {
  let servers: readonly ServerProcess[] = [];
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await open();
    close = database.close;
    const first = await startServerProcess({ env: database.env });
    servers = [first, await startServerProcess({ env: database.env, dataDir: first.dataDir })];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await close();
  });

  test("[STORE-17] asked on one server, seen and answered on the other, and finished for both", {
    tags: "smoke",
  }, async () => {
    const [here, there] = servers.map((server) => createApi(server));
    if (!here || !there) throw new Error("there are two servers");
    const id = await here.start("scripted", [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }]);
    const asked = await there.waitForEvent(id, ({ type }) => type === "inquiry.asked");
    const { status, body } = await there.post(`/v1/inquiries/${asked.data.inquiry.id}/answer`, {
      answers: bothAnswered,
    });
    expect(status).toBe(202);
    await here.waitForEvent(id, ({ type }) => type === "run.finished");
    for (const api of [here, there]) {
      expect((await api.get(`/v1/conversations/${id}`)).body).toMatchObject({ status: "idle", outcome: "finished" });
      expect((await api.get(`/v1/inquiries/${asked.data.inquiry.id}`)).body.receipt).toEqual(body);
      expect((await api.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 0 });
    }
  });

  test("[PERSONAL-3] a draft on one server is announced and found on the other", {
    tags: "smoke",
  }, async () => {
    const [here, there] = servers.map((server) => createApi(server));
    const [, second] = servers;
    if (!here || !there || !second) throw new Error("there are two servers");
    const id = await here.start("scripted", [{ calls: [askTwo] }, { text: "Thank you." }]);
    const { inquiry } = await there.waitForStatus(id, "parked");
    const headers = { authorization: `Bearer ${second.keys.answer}` };
    const stream = serverEvents(`${second.url}/v1/events?conversation=${id}`, headers);
    expect((await stream.next()).value).toMatchObject({ type: "snapshot" });
    const saved = await here.put(`/v1/inquiries/${inquiry.id}/draft`, { draft: halfAnswered, device: "A phone" });
    expect(saved.status).toBe(200);
    expect((await stream.next()).value).toEqual({
      type: "draft.saved",
      id: undefined,
      data: { conversationId: id, inquiryId: inquiry.id, by: "owner", device: "A phone" },
    });
    await stream.return(undefined);
    expect(await there.get(`/v1/inquiries/${inquiry.id}/draft`)).toMatchObject({ status: 200, body: saved.body });
  });

  test("[STORE-17] of answers sent to both servers at once one wins, and the other is shown it", {
    tags: "smoke",
  }, async () => {
    const apis = servers.map((server) => createApi(server));
    const [api] = apis;
    if (!api) throw new Error("there are two servers");
    for (let round = 0; round < 10; round += 1) {
      const id = await api.start("scripted", [{ calls: [askTwo] }, { text: "Thank you." }]);
      const { inquiry } = await api.waitForStatus(id, "parked");
      const requests = apis.flatMap((some, index) => [
        some.post(`/v1/inquiries/${inquiry.id}/decline`, { comment: `from ${index}` }),
        some.post(`/v1/inquiries/${inquiry.id}/delegate`, { comment: `from ${index}` }),
      ]);
      const statuses = (await Promise.all(requests)).map(({ status }) => status).sort();
      expect(statuses).toEqual([202, 409, 409, 409]);
      await api.waitForStatus(id, "idle");
    }
  });

  test("[STORE-19] what one server finishes the other shows, and neither logs an error", {
    tags: "smoke",
  }, async () => {
    const [here, there] = servers.map((server) => createApi(server));
    if (!here || !there) throw new Error("there are two servers");
    const id = await here.start("scripted", [{ text: "Done." }]);
    await there.waitForStatus(id, "idle");
    expect(servers.flatMap(({ lines }) => lines.filter((line) => /"level":(50|"error")/.test(line)))).toEqual([]);
  });
});

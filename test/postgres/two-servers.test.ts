import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { halfAnswered } from "../support/drafts.ts";
import { serverEvents } from "../support/server-events.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { places } from "./places.ts";

describe.each(places)("two servers $name", ({ open }) => {
  let servers: readonly ServerProcess[] = [];
  let close: () => Promise<void>;

  beforeAll(async () => {
    const place = await open();
    close = place.close;
    const first = await startServerProcess({ env: place.env });
    servers = [first, await startServerProcess({ env: place.env, dataDir: first.dataDir })];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await close();
  });

  test("[STORE-17] asked on one server, seen and answered on the other, and finished for both", async () => {
    const [here, there] = servers.map((server) => createApi(server));
    if (!here || !there) throw new Error("there are two servers");
    const id = await here.start("puppet", [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }]);
    const asked = await there.event(id, ({ type }) => type === "inquiry.asked");
    const { status, body } = await there.post(`/v1/inquiries/${asked.data.inquiry.id}/answer`, {
      answers: bothAnswered,
    });
    expect(status).toBe(202);
    await here.event(id, ({ type }) => type === "run.finished");
    for (const api of [here, there]) {
      expect((await api.get(`/v1/conversations/${id}`)).body).toMatchObject({ status: "idle", outcome: "finished" });
      expect((await api.get(`/v1/inquiries/${asked.data.inquiry.id}`)).body.receipt).toEqual(body);
      expect((await api.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 0 });
    }
  });

  test("[MINE-3] who writes at an answer on one server is told on the other, where the draft is found too", async () => {
    const [here, there] = servers.map((server) => createApi(server));
    const [, second] = servers;
    if (!here || !there || !second) throw new Error("there are two servers");
    const id = await here.start("puppet", [{ calls: [askTwo] }, { text: "Thank you." }]);
    const { inquiry } = await there.reached(id, "parked");
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

  test("[STORE-17] of answers sent to both servers at once one wins, and the other is shown it", async () => {
    const apis = servers.map((server) => createApi(server));
    const [api] = apis;
    if (!api) throw new Error("there are two servers");
    for (let round = 0; round < 10; round += 1) {
      const id = await api.start("puppet", [{ calls: [askTwo] }, { text: "Thank you." }]);
      const { inquiry } = await api.reached(id, "parked");
      const wishes = apis.flatMap((some, index) => [
        some.post(`/v1/inquiries/${inquiry.id}/decline`, { comment: `from ${index}` }),
        some.post(`/v1/inquiries/${inquiry.id}/delegate`, { comment: `from ${index}` }),
      ]);
      const statuses = (await Promise.all(wishes)).map(({ status }) => status).sort();
      expect(statuses).toEqual([202, 409, 409, 409]);
      await api.reached(id, "idle");
    }
  });

  test("[STORE-19] what one server finishes the other shows, and neither logs an error", async () => {
    const [here, there] = servers.map((server) => createApi(server));
    if (!here || !there) throw new Error("there are two servers");
    const id = await here.start("puppet", [{ text: "Done." }]);
    await there.reached(id, "idle");
    expect(servers.flatMap(({ lines }) => lines.filter((line) => /"level":(50|"error")/.test(line)))).toEqual([]);
  });
});

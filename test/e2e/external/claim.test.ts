import { expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

test("[ADAPT-1] one claimant continues with a resolution, also after the server was killed", {
  tags: "smoke",
}, async () => {
  const first = await startServerProcess();
  const asker = createApi(first, first.keys.ask);
  const { id } = (await asker.post("/v1/inquiries", { question: "Deploy?", options: ["Yes", "No"] })).body;
  await createApi(first).post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const names = Array.from({ length: 8 }, (_, index) => `attempt ${index}`);
  const claims = await Promise.all(names.map((claimant) => asker.post(`/v1/inquiries/${id}/claim`, { claimant })));
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(claims.filter(({ body }) => body.code === "already-claimed")).toHaveLength(7);
  const winner = names[claims.findIndex(({ status }) => status === 200)];

  await first.kill();
  const second = await startServerProcess({ dataDir: first.dataDir });
  const restarted = createApi(second, second.keys.ask);
  const claim = (claimant: string | undefined) => restarted.post(`/v1/inquiries/${id}/claim`, { claimant });
  expect((await claim("another attempt")).body).toMatchObject({ code: "already-claimed", inquiryId: id });
  expect(await claim(winner)).toMatchObject({ status: 200, body: { resolution: { text: "Yes" } } });
  await second.stop();
});

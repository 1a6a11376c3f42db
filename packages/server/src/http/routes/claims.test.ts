import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

async function askedInquiry(): Promise<string> {
  const body = { question: "Deploy?", options: ["Yes", "No"], state: { run: 7 } };
  return (await server.call("POST", "/v1/inquiries", { as: "agent", body })).body.id;
}

function claim(id: string, claimant: string, as: "agent" | "owner" = "agent") {
  return server.call("POST", `/v1/inquiries/${id}/claim`, { as, body: { claimant } });
}

test("[ADAPT-1] of many claimants at once one continues with a resolution, and may ask again", async () => {
  const id = await askedInquiry();
  expect(await claim(id, "early")).toMatchObject({ status: 409, body: { code: "inquiry-unresolved" } });
  await server.call("POST", `/v1/inquiries/${id}/decline`, { body: {} });
  const names = ["a", "b", "c", "d"];
  const claims = await Promise.all(names.map((name) => claim(id, name)));
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = claims.findIndex(({ status }) => status === 200);
  expect(await claim(id, names[winner] ?? "")).toMatchObject({
    status: 200,
    body: { status: "declined", origin: { state: { run: 7 } } },
  });
  expect(await claim(id, "late")).toMatchObject({ status: 409, body: { code: "already-claimed", inquiryId: id } });
});

test("[ADAPT-1] only the asker claims, and what nobody asked is unknown", async () => {
  const id = await askedInquiry();
  await server.call("POST", `/v1/inquiries/${id}/decline`, { body: {} });
  expect((await claim(id, "a", "owner")).status).toBe(403);
  expect(await claim("inq_none_1_x", "a")).toMatchObject({ status: 404, body: { code: "inquiry-unknown" } });
  expect((await server.call("POST", `/v1/inquiries/${id}/claim`, { as: "agent", body: {} })).status).toBe(400);
});

test("[EXTERNAL-60] what processes agree on is claimed once by its name, also while the inquiry is open", async () => {
  const id = await askedInquiry();
  const claimNamed = (name: string, claimant: string, inquiry = id) =>
    server.call("POST", `/v1/inquiries/${inquiry}/claim`, { as: "agent", body: { claimant, claim: name } });
  const claims = await Promise.all(["a", "b", "c"].map((claimant) => claimNamed("after first", claimant)));
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const winner = ["a", "b", "c"].find((_, index) => claims[index]?.status === 200) ?? "";
  expect(claims.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "already-claimed",
    inquiryId: id,
    claimant: winner,
  });
  expect(await claimNamed("after first", winner)).toMatchObject({ status: 200, body: { status: "open" } });
  expect((await claimNamed("\u0000 another \ud800", "z")).status).toBe(200);
  expect((await claimNamed("after first", "z", await askedInquiry())).status).toBe(200);
  // The resolution is a claim of its own.
  await server.call("POST", `/v1/inquiries/${id}/decline`, { body: {} });
  expect(await claim(id, "z")).toMatchObject({ status: 200, body: { status: "declined" } });
  expect((await claim(id, winner)).body).not.toHaveProperty("claimant");
});

import { expect, onTestFinished, test } from "vitest";
import { createDeliveryLinks } from "../../../notify/deliver/links.ts";
import { createTestApp } from "../../testing/test-app.ts";

/** A call that several people must allow, and the links by which Ana, Ben and Cleo do so. */
async function openCall(quorum: unknown) {
  const { close, store, keys, call } = createTestApp();
  onTestFinished(() => close());
  for (const name of ["Ana", "Ben", "Cleo"]) {
    const groups = name === "Cleo" ? ["law"] : ["ops"];
    const person = { id: `per_${name.toLowerCase()}`, name };
    await store.directory.addMember(person, { project: "default", role: "member", groups, at: 1 });
  }
  const body = { approval: { tool: "deploy", input: { to: "production" } }, quorum };
  const { id: inquiryId } = (await call("POST", "/v1/inquiries", { as: "agent", body })).body;
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  return {
    status: async () => (await store.inquiry(inquiryId))?.status,
    linkOf: (person: string) => links.answerUrl({ project: "default", person, inquiryId }),
    get: (path: string) => call("GET", path, { as: "nobody" }),
    allow: (path: string) =>
      call("POST", path, {
        as: "nobody",
        body: new URLSearchParams({ action: "answer", revision: "1", "option.q1": "o1" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost" },
      }),
  };
}

test("[LINK-5] who agrees by a link reads that others must agree too, and the last one that the agent goes on", async () => {
  const { status, linkOf, get, allow } = await openCall(2);
  const [ana, ben] = [await linkOf("per_ana"), await linkOf("per_ben")];
  expect((await get(ana)).body).toContain("Nobody has agreed yet. 2 more people must agree before the call runs.");
  const first = await allow(ana);
  const missing = "You have agreed. 1 more person must agree before the call runs.";
  expect(first).toMatchObject({ status: 200, body: expect.stringContaining(missing) });
  expect(first.body).not.toContain("goes on");
  expect(await status()).toBe("open");
  for (const again of [await get(ana), await allow(ana)])
    expect(again).toMatchObject({ status: 410, body: expect.stringContaining(missing) });
  expect((await get(ben)).body).toContain("Ana has agreed. 1 more person must agree before the call runs.");
  expect(await allow(ben)).toMatchObject({ status: 200, body: expect.stringContaining("The agent goes on") });
  expect(await status()).toBe("answered");
});

test("[LINK-5] the page says of which groups people are missing, also if more of the others have agreed", async () => {
  const rules = [
    { group: "ops", count: 1 },
    { group: "law", count: 1 },
  ];
  const { linkOf, get, allow } = await openCall(rules);
  const cleo = await linkOf("per_cleo");
  const missing = "1 more person of ops and 1 more person of law must agree before the call runs.";
  expect((await get(cleo)).body).toContain(`Nobody has agreed yet. ${missing}`);
  await allow(await linkOf("per_ana"));
  const second = await allow(await linkOf("per_ben"));
  expect(second.body).toContain(
    "You (ops) and Ana (ops) have agreed. 1 more person of law must agree before the call runs.",
  );
  expect((await get(cleo)).body).toContain("Ana (ops) and Ben (ops) have agreed. 1 more person of law must agree");
  expect((await allow(cleo)).body).toContain("The agent goes on");
});

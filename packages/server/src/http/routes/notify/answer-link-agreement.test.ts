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
  const approval = { tool: "deploy", input: { to: "production" } };
  const ask = (rules: unknown) => call("POST", "/v1/inquiries", { as: "agent", body: { approval, quorum: rules } });
  const { id: inquiryId } = (await ask(quorum)).body;
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  return {
    ask,
    directory: store.directory,
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

test("[QUORUM-10] people whom only a backend vouches for do not allow a call by their links", async () => {
  const opened = await openCall(2);
  const member = { project: "default", role: "member", groups: [], at: 1 } as const;
  const asked = [];
  for (const subject of ["1", "2"]) {
    const person = { id: `per_shop_${subject}`, name: `Shop ${subject}` };
    await opened.directory.addIdentified({ issuer: "project:default/key:shop", subject }, person, member);
    asked.push(await opened.allow(await opened.linkOf(person.id)));
  }
  expect(asked.map(({ status }) => status)).toEqual([422, 422]);
  expect(await opened.status()).toBe("open");
  // Whom a provider names too is known.
  await opened.directory.invite(invitationOf("h1"));
  await opened.directory.acceptInvitation("h1", { id: "per_shop_1" }, 2, {
    issuer: "https://id.example",
    subject: "1",
  });
  expect((await opened.allow(await opened.linkOf("per_shop_1"))).status).toBe(200);
});

test("[QUORUM-11] people whom only a backend vouches for do not complete what several must allow", async () => {
  const { directory, ask } = await openCall(2);
  const member = { project: "default", role: "member", groups: ["shop"], at: 1 } as const;
  for (const subject of ["1", "2"]) {
    const person = { id: `per_shop_${subject}`, name: `Shop ${subject}` };
    await directory.addIdentified({ issuer: "project:default/key:shop", subject }, person, member);
  }
  expect((await ask([{ group: "shop", count: 2 }])).status).toBe(400);
  expect((await ask([{ group: "shop", count: 2, keys: true }])).status).toBe(201);
});

const invitationOf = (hash: string) =>
  ({
    id: `inv_${hash}`,
    hash,
    project: "default",
    role: "member",
    groups: [],
    at: 1,
    invitedBy: "owner",
    expiresAt: 9,
  }) as const;

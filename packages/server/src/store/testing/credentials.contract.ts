import { describe, expect, test } from "vitest";
import type { Credentials } from "../people/credentials.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const link = { hash: "l1", person: "owner", createdAt: 1_000, expiresAt: 2_000 };
const session = { id: "ses_1", person: "owner", device: "Firefox", createdAt: 1_000, expiresAt: 9_000, hash: "s1" };
const key = {
  id: "k1",
  name: "ci",
  project: "default",
  scopes: ["ask", "read"],
  hash: "x1",
  createdBy: "owner",
  createdAt: 1_000,
} as const;

/** The rules for sign-in links, sessions and API keys. */
export function credentialsContract(name: string, create: CreateStore): void {
  async function open(): Promise<{ readonly credentials: Credentials; readonly changes: () => number }> {
    const { store } = await openTestStore(create);
    let changes = 0;
    store.onAccessChanged(() => (changes += 1));
    return { credentials: store.credentials, changes: () => changes };
  }

  describe(`${name}: credentials`, () => {
    test("[SESSION-1] a link signs in once, of all who try, and not when it has expired", async () => {
      const { credentials } = await open();
      await credentials.createLink(link);
      await credentials.createLink({ ...link, hash: "l2" });
      expect(await credentials.link("l1", 1_999)).toEqual(link);
      const tried = await Promise.all([1, 2, 3].map(() => credentials.redeemLink("l1", 1_999)));
      expect(tried.filter((person) => person !== undefined)).toEqual(["owner"]);
      expect(await credentials.link("l1", 1_999)).toBeUndefined();
      expect(await credentials.link("l2", 2_000)).toBeUndefined();
      expect(await credentials.redeemLink("l2", 2_000)).toBeUndefined();
      expect(await credentials.redeemLink("none", 1_000)).toBeUndefined();
    });

    test("[SESSION-2] the token of a session is replaced; the one before is valid until the new one was used", async () => {
      const { credentials } = await open();
      await credentials.createSession(session);
      const stored = { ...session, lastSeenAt: 1_000, rotatedAt: 1_000, confirmedAt: 1_000 };
      expect(await credentials.session("s1")).toEqual(stored);
      const rotation = { id: "ses_1", from: "s1", to: "s2", at: 3_000, expiresAt: 12_000, lostBefore: 2_000 };
      expect(await credentials.rotateSession(rotation)).toBe(true);
      // A request that was sent at the same time has the old token.
      expect(await credentials.rotateSession({ ...rotation, to: "s3" })).toBe(false);
      const { confirmedAt: _, ...rotated } = {
        ...stored,
        hash: "s2",
        previousHash: "s1",
        rotatedAt: 3_000,
        lastSeenAt: 3_000,
        expiresAt: 12_000,
      };
      expect(await credentials.session("s1")).toEqual(rotated);
      expect(await credentials.session("s2")).toEqual(rotated);
      await credentials.touchSession("s1", 3_500);
      expect(await credentials.session("s2")).toEqual({ ...rotated, lastSeenAt: 3_500 });
      // The new token was lost on its way.
      expect(await credentials.rotateSession({ ...rotation, to: "s4", at: 6_000, lostBefore: 5_000 })).toBe(true);
      expect(await credentials.session("s2")).toBeUndefined();
      await credentials.touchSession("s4", 6_500);
      expect(await credentials.session("s1")).toMatchObject({ hash: "s4", confirmedAt: 6_500, lastSeenAt: 6_500 });
      expect(await credentials.rotateSession({ ...rotation, to: "s5", at: 9_000, lostBefore: 8_000 })).toBe(false);
    });

    test("[SESSION-3] a person's sessions are listed and end, one or all", async () => {
      const { credentials, changes } = await open();
      await credentials.createSession(session);
      await credentials.createSession({ ...session, id: "ses_2", hash: "s2", device: "Phone", createdAt: 2_000 });
      await credentials.createSession({ ...session, id: "ses_3", hash: "s3", person: "per_ana" });
      const devices = async (person: string, now = 3_000) =>
        (await credentials.sessions(person, now)).map(({ device }) => device);
      expect(await devices("owner")).toEqual(["Phone", "Firefox"]);
      expect(await devices("owner", 9_000)).toEqual([]);
      expect(await credentials.sessionById("ses_3")).toMatchObject({ person: "per_ana" });
      await credentials.chooseProject("ses_2", "garden");
      expect(await credentials.session("s2")).toMatchObject({ project: "garden" });
      const before = changes();
      expect(await credentials.endSession("ses_2")).toBe(true);
      expect(changes()).toBe(before + 1);
      expect(await credentials.endSession("ses_2")).toBe(false);
      expect(await credentials.session("s2")).toBeUndefined();
      await credentials.endSessionsOf("owner");
      expect(await devices("owner")).toEqual([]);
      expect(await devices("per_ana")).toHaveLength(1);
    });

    test("[SESSION-1] links and sessions that expired are deleted", async () => {
      const { credentials } = await open();
      await credentials.createLink(link);
      await credentials.createLink({ ...link, hash: "l2", expiresAt: 20_000 });
      await credentials.createSession(session);
      await credentials.createSession({ ...session, id: "ses_2", hash: "s2", expiresAt: 20_000 });
      await credentials.deleteExpired(9_000);
      expect(await credentials.session("s1")).toBeUndefined();
      expect(await credentials.session("s2")).toBeDefined();
      expect(await credentials.link("l1", 0)).toBeUndefined();
      expect(await credentials.link("l2", 0)).toBeDefined();
    });

    test("[APIKEY-1] a key is found by its id, listed in its project, and revoked once", async () => {
      const { credentials, changes } = await open();
      await credentials.createKey(key);
      await credentials.createKey({ ...key, id: "k2", createdAt: 2_000, expiresAt: 5_000 });
      await credentials.createKey({ ...key, id: "k3", project: "garden" });
      expect(await credentials.apiKey("k1")).toEqual(key);
      expect(await credentials.apiKey("none")).toBeUndefined();
      await credentials.touchKey("k2", 3_000);
      expect(await credentials.apiKeys("default")).toEqual([
        { ...key, id: "k2", createdAt: 2_000, expiresAt: 5_000, lastUsedAt: 3_000 },
        key,
      ]);
      expect(await credentials.revokeKey("garden", "k1", 4_000)).toBe(false);
      const before = changes();
      expect(await credentials.revokeKey("default", "k1", 4_000)).toBe(true);
      expect(changes()).toBe(before + 1);
      expect(await credentials.revokeKey("default", "k1", 4_000)).toBe(false);
      expect(await credentials.apiKey("k1")).toEqual({ ...key, revokedAt: 4_000 });
      expect((await credentials.apiKeys("default")).map(({ id }) => id)).toEqual(["k2"]);
    });

    test("[NOTIFY-16] of some names those may answer that have a key with that scope, unrevoked and unexpired", async () => {
      const { credentials } = await open();
      const answering = { ...key, scopes: ["answer"] } as const;
      await credentials.createKey({ ...answering, id: "k1", name: "bot", expiresAt: 5_000 });
      await credentials.createKey({ ...answering, id: "k2", name: "gone" });
      await credentials.createKey({ ...answering, id: "k3", name: "replaced" });
      await credentials.createKey({ ...answering, id: "k4", name: "replaced" });
      await credentials.createKey({ ...answering, id: "k5", name: "elsewhere", project: "garden" });
      await credentials.createKey({ ...key, id: "k6", name: "asker" });
      await credentials.revokeKey("default", "k2", 2_000);
      await credentials.revokeKey("default", "k3", 2_000);
      const names = ["bot", "gone", "replaced", "elsewhere", "asker", "nobody"];
      const found = async (now: number) => [...(await credentials.answeringKeys("default", names, now))].sort();
      expect(await found(4_999)).toEqual(["bot", "replaced"]);
      expect(await found(5_000)).toEqual(["replaced"]);
      expect(await credentials.answeringKeys("default", [], 1)).toEqual([]);
    });
  });
}

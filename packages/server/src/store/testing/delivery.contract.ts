import { describe, expect, test } from "vitest";
import type { NewNotice, NoticeClaimRequest } from "../notices.ts";
import { answer, ask, remove, start } from "./commands.ts";
import { type CreateStore, openTestStore, type TestStore } from "./test-store.ts";

const claimAll: NoticeClaimRequest = { leaseMs: 1_000, limit: 100, perEndpoint: 100, busy: [] };

/** The rules for notices by which people are told. */
export function deliveryContract(name: string, create: CreateStore): void {
  async function openWithNotification(): Promise<
    TestStore & { readonly delivery: (some?: Partial<NewNotice>) => NewNotice }
  > {
    const opened = await openTestStore(create);
    await opened.performAll("conv_a", start(), ask());
    const [{ id: notificationId } = { id: "" }] = (
      await opened.store.notifications.list({ project: "default", person: "ana", limit: 1 })
    ).items;
    const delivery = (some: Partial<NewNotice> = {}): NewNotice => ({
      id: "ntc_1",
      notificationId,
      version: 3,
      channel: "mail",
      endpoint: "mail",
      recipient: "ana",
      project: "default",
      url: "ana@example.com",
      type: "notification.raised",
      at: 5,
      why: "because",
      ...some,
    });
    return { ...opened, delivery };
  }

  describe(`${name}: deliveries`, () => {
    test("[NOTIFY-7] a delivery is stored once, and is due after its wait", async () => {
      const { store, clock, delivery } = await openWithNotification();
      await Promise.all([
        store.notices.add([delivery(), delivery({ id: "ntc_2", dueInMs: 500 })]),
        store.notices.add([delivery()]),
      ]);
      expect((await store.notices.claim(claimAll)).map(({ id }) => id)).toEqual(["ntc_1"]);
      await store.notices.settle({
        id: "ntc_1",
        epoch: 1,
        attempts: [],
        next: { status: "delivered" },
        reference: "ref",
      });
      await store.notices.add([delivery()]);
      expect(await store.notices.find("ntc_1")).toMatchObject({ ...delivery(), status: "delivered", reference: "ref" });
      clock.advance(500);
      expect(await store.notices.claim(claimAll)).toMatchObject([{ id: "ntc_2", triedFrom: clock.now() }]);
    });

    test("[NOTIFY-7] what tells of a notification that is gone is not stored, and goes with it", async () => {
      const { store, performAll, delivery } = await openWithNotification();
      await store.notices.add([delivery(), delivery({ id: "ntc_2", notificationId: "ntf_gone" })]);
      expect(await store.notices.find("ntc_2")).toBeUndefined();
      await performAll("conv_a", remove);
      expect(await store.notices.find("ntc_1")).toBeUndefined();
      await store.notices.add([delivery({ id: "ntc_3" })]);
      expect(await store.notices.find("ntc_3")).toBeUndefined();
    });

    test("[NOTIFY-8] a delivery is withdrawn unless it is under way or done", async () => {
      const { store, delivery } = await openWithNotification();
      await store.notices.add([delivery(), delivery({ id: "ntc_2" }), delivery({ id: "ntc_3", dueInMs: 500 })]);
      await store.notices.claim({ ...claimAll, limit: 2 });
      await store.notices.settle({
        id: "ntc_1",
        epoch: 1,
        attempts: [],
        next: { status: "delivered" },
        reference: "r",
      });
      expect(await store.notices.withdraw("ntc_1")).toMatchObject({
        status: "delivered",
        isUnderWay: false,
        reference: "r",
      });
      expect(await store.notices.withdraw("ntc_2")).toMatchObject({ status: "pending", isUnderWay: true });
      expect(await store.notices.withdraw("ntc_3")).toMatchObject({ status: "withdrawn", isUnderWay: false, tries: 0 });
      expect(await store.notices.withdraw("ntc_none")).toBeUndefined();
      expect(await store.notices.dueIn([])).toBe(1_000);
    });

    test("[NOTIFY-8] the deliveries of a notification are found in pages, without what they came from", async () => {
      const { store, delivery } = await openWithNotification();
      const ids = ["ntc_1", "ntc_2", "ntc_3"];
      await store.notices.add([...ids.map((id) => delivery({ id })), delivery({ id: "ntc_0", channel: "expand" })]);
      const { notificationId = "" } = delivery();
      const first = await store.notices.ofNotification({ notificationId, after: "", limit: 2 });
      const rest = await store.notices.ofNotification({ notificationId, after: "ntc_2", limit: 2 });
      expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
      await store.notices.add([delivery({ id: "ntc_9", recipient: "per_own" })]);
      const own = await store.notices.ofNotification({ notificationId, recipient: "per_own", after: "", limit: 2 });
      expect(own.map(({ id }) => id)).toEqual(["ntc_9"]);
    });

    test("[NOTIFY-8] what tells of something that waits is not deleted, however old", async () => {
      const { store, clock, performAll, delivery } = await openWithNotification();
      await store.notices.add([delivery()]);
      await store.notices.claim(claimAll);
      await store.notices.settle({ id: "ntc_1", epoch: 1, attempts: [], next: { status: "delivered" } });
      clock.advance(1_001);
      await store.notices.deleteSettled(1_000);
      expect(await store.notices.find("ntc_1")).toBeDefined();
      await performAll("conv_a", answer());
      await store.notices.deleteSettled(1_000);
      expect(await store.notices.find("ntc_1")).toBeUndefined();
    });
  });
}

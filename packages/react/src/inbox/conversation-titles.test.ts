import { expect, test } from "vitest";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createTitles } from "./conversation-titles.ts";
import { createMinutes } from "./minutes.ts";
import { createFakeInbox } from "./testing/fake-inbox.ts";

test("[I-3] a title is read when a row shows it, and once", async () => {
  const { client } = createFakeInbox();
  const read: string[] = [];
  const title = createTitles({
    ...client,
    conversations: {
      ...client.conversations,
      get(id) {
        read.push(id);
        return client.conversations.get(id);
      },
    },
  });
  expect(title("c1").get()).toBeUndefined();
  const stop = title("c1").subscribe(() => {});
  await settled();
  stop();
  title("c1").subscribe(() => {});
  await settled();
  expect(title("c1").get()).toBe("About c1");
  expect(read).toEqual(["c1"]);
});

test("[I-13] titles of rows that were scrolled past are not read", async () => {
  const server = createFakeInbox();
  const letGo = server.holdBack();
  const title = createTitles(server.client);
  const stops = ["c1", "c2", "c3", "c4"].map((id) => title(id).subscribe(() => {}));
  await settled();
  stops[2]?.();
  letGo();
  await settled();
  const titles = ["c1", "c2", "c3", "c4"].map((id) => title(id).get());
  expect(titles).toEqual(["About c1", "About c2", undefined, "About c4"]);
});

test("[I-3] one ticker tells the time at each full minute, while somebody listens", () => {
  const clock = createTurnableClock(Date.UTC(2026, 10, 15, 9, 0, 40));
  const minutes = createMinutes(clock);
  const heard: number[] = [];
  const stop = minutes.subscribe(() => heard.push(minutes.get()));
  clock.turn(80_000);
  stop();
  clock.turn(120_000);
  expect(heard).toEqual([Date.UTC(2026, 10, 15, 9, 1), Date.UTC(2026, 10, 15, 9, 2)]);
});

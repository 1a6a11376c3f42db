import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createPostgresStore } from "../store/postgres/store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import type { RecordedEvent, Store } from "../store/store.ts";
import { createCommandRunner } from "../store/testing/command-runner.ts";
import { open } from "../store/testing/commands.ts";
import { createFeed } from "./feed.ts";

const failed = (error: unknown) => {
  throw error;
};

/** A server whose poll comes only after the test is over, so that it depends on notifications. */
async function openServer(url: string) {
  const store = await createPostgresStore({ url, onError: failed, pollMs: 600_000 });
  onTestFinished(() => store.close());
  return { store, ...createCommandRunner(store, systemClock) };
}

/** Follows the log from now on; `all` resolves when so many events came. */
async function follow(store: Store, count: number) {
  const seen: RecordedEvent[] = [];
  const { promise: all, resolve } = Promise.withResolvers<readonly RecordedEvent[]>();
  const following = await createFeed(store, failed).follow((event) => {
    seen.push(event);
    if (seen.length === count) resolve(seen);
  });
  onTestFinished(following.stop);
  return { all };
}

test("[SSE-6] followers on two servers get concurrent commits of both in the same order and positions", async () => {
  const url = await freshSchema();
  const servers = [await openServer(url), await openServer(url)];
  const each = 100;
  const followers = await Promise.all(servers.map(({ store }) => follow(store, 2 * each)));
  await Promise.all(
    servers.flatMap(({ performAll }, server) =>
      Array.from({ length: each }, (_, count) => performAll(`conv_${server}x${count}`, open())),
    ),
  );
  const [seenHere, seenThere] = await Promise.all(followers.map(({ all }) => all));
  expect(seenThere).toEqual(seenHere);
  const positions = (seenHere ?? []).map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(await servers[0]?.store.events({ after: 0, limit: 1_000 })).toEqual(seenHere);
});

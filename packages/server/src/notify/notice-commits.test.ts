import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createSqliteStore } from "../store/sqlite/store.ts";
import { temporaryFolder } from "../store/sqlite/testing/temporary-folder.ts";
import { createCommandRunner } from "../store/testing/command-runner.ts";
import { createManualClock } from "../store/testing/manual-clock.ts";
import { parkWithNotices } from "../store/testing/notice.contract.ts";
import { createNoticeSender } from "./notice-sender.ts";

const perEndpoint = 4;

test("[NOTIFY-21] the commit that records what was sent claims what is sent next", async () => {
  const clock = { ...createManualClock(Date.now()), elapsed: systemClock.elapsed };
  let commits = 0;
  const store = createSqliteStore({
    folder: temporaryFolder(),
    clock,
    transactions: (db) => ({
      exec(sql) {
        if (sql === "commit") commits += 1;
        db.exec(sql);
      },
    }),
  });
  onTestFinished(() => store.close());
  const rounds = 20;
  const some = Array.from({ length: rounds * perEndpoint }, (_, index) => ({ endpoint: "one", version: index + 1 }));
  await parkWithNotices({ store, ...createCommandRunner(store, clock) }, "conv_a", ...some);

  let sending = 0;
  let most = 0;
  const sender = createNoticeSender({
    notices: store.notices,
    clock,
    async send() {
      sending += 1;
      most = Math.max(most, sending);
      await Promise.resolve();
      sending -= 1;
      return { outcome: "delivered" };
    },
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => sender.stop(0));
  const before = commits;
  sender.start();
  await expect.poll(() => store.notices.pendingCount()).toBe(0);
  expect(most).toBe(perEndpoint);
  // One for each round, and some that find nothing more.
  expect(commits - before).toBeLessThan(1.5 * rounds);
});

import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { toCursor } from "../../page.ts";
import { readLists } from "../../testing/listed-filters.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createHeads } from "../commit/recent-heads.ts";
import { createLeases } from "../leases.ts";
import { migrate } from "../schema/schema.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createOpenCount } from "./open-count.ts";
import { createPages } from "./pages.ts";

const cursor = toCursor(1, "conv_a");

/** The tables, with what the planner says about each query that is read from them. */
function openPlanned() {
  const db = new DatabaseSync(join(temporaryFolder(), "askback.db"));
  onTestFinished(() => db.close());
  migrate(db);
  const plans: { readonly sql: string; readonly steps: readonly string[] }[] = [];
  function explain(sql: string, values: readonly SQLInputValue[] = []): void {
    const steps = db.prepare(`explain query plan ${sql}`).all(...values);
    plans.push({ sql, steps: steps.map(({ detail }) => String(detail)) });
  }
  const readPage = async (sql: string, values: readonly SQLInputValue[]) => {
    explain(sql, values);
    return [];
  };
  const clock = createManualClock();
  const pages = createPages(clock, { readPage, readSlice: readPage, limits: undefined });
  const explained = new Proxy(db, {
    get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name)),
  });
  function prepare(sql: string) {
    explain(sql.replaceAll("?", "1"));
    return db.prepare(sql);
  }
  return {
    plans,
    pages,
    counts: createOpenCount(explained, clock),
    leases: () => createLeases(explained, createHeads()),
  };
}

const tables = "conversations|inquiries|messages|personal_records";

test("[STORE-42] SQLite: an index finds the rows of a list, in order", async () => {
  const { plans, pages } = openPlanned();
  await readLists(pages, "pages", cursor);
  expect(plans).toHaveLength(12);
  for (const { sql, steps } of plans) {
    expect(steps.join("\n"), sql).toMatch(new RegExp(`^SEARCH (${tables}) USING (COVERING )?INDEX`));
    expect(steps.join("\n"), sql).not.toMatch(new RegExp(`SCAN (${tables})|TEMP B-TREE`));
  }
});

test("[STORE-40] SQLite: a slice examines rows in the order of an index, and reads each by its id", async () => {
  const { plans, pages } = openPlanned();
  await readLists(pages, "searches", cursor);
  expect(plans).toHaveLength(28);
  for (const { sql, steps } of plans) {
    const sliced = steps.slice(steps.indexOf("MATERIALIZE slice") + 1, steps.indexOf("SCAN slice"));
    expect(sliced, sql).toEqual([
      expect.stringMatching(/^SEARCH \w+ USING (COVERING )?INDEX \w+_(of_project|listed|halted|open) /),
    ]);
    expect(steps.join("\n"), sql).not.toMatch(new RegExp(`SCAN (${tables})`));
    expect(steps[steps.indexOf("SCAN slice") + 1], sql).toMatch(/^SEARCH (conversations|inquiries) .*\bid=\?\)$/);
  }
});

test("[STORE-42] SQLite: the count of open inquiries looks at no inquiry but those that a person has snoozed", async () => {
  const { plans, counts } = openPlanned();
  for (const filter of [{}, { notSnoozedBy: "ana" }, { snoozedBy: "ana", createdBy: "bob" }])
    await counts.openInquiryCount({ project: "default", ...filter });
  const reading = plans.flatMap(({ steps }) => steps).filter((step) => /^(SCAN|SEARCH)/.test(step));
  const count = expect.stringMatching(/^SEARCH open_inquiry_counts USING PRIMARY KEY/);
  const snoozed = [
    expect.stringMatching(/^SEARCH personal_records USING (COVERING )?INDEX personal_snoozed/),
    expect.stringMatching(/^SEARCH inquiries USING INDEX sqlite_autoindex_inquiries_1/),
  ];
  expect(reading).toEqual([count, count, ...snoozed, ...snoozed]);
});

test("[AUDIENCE-4] SQLite: the count of what waits for a person reads counts and no inquiries", async () => {
  const { plans, counts } = openPlanned();
  await counts.openInquiryCount({ project: "default", waitsFor: { by: "ana" } });
  const reading = plans.flatMap(({ steps }) => steps).filter((step) => /^(SCAN|SEARCH)/.test(step));
  expect(reading).toEqual([
    expect.stringMatching(/^SEARCH open_inquiry_counts USING PRIMARY KEY/),
    expect.stringMatching(/^SEARCH restricted_inquiry_counts USING PRIMARY KEY/),
  ]);
});

test("[STORE-7] SQLite: a claim finds what is due in the order of an index, also in turn", async () => {
  const { plans, leases } = openPlanned();
  leases();
  const claiming = plans.filter(({ sql }) => /^\s*select/.test(sql) && /lease_owner is null/.test(sql));
  expect(claiming.map(({ steps }) => steps[0])).toEqual([
    expect.stringMatching(/USING INDEX conversations_due /),
    expect.stringMatching(/USING INDEX conversations_in_turn \(project=\? AND due_at>\? AND due_at<\?\)/),
    expect.stringMatching(/USING INDEX conversations_in_turn \(project>\?\)/),
    expect.stringMatching(/USING INDEX conversations_due /),
  ]);
  for (const { sql, steps } of claiming) expect(steps.join("\n"), sql).not.toMatch(/TEMP B-TREE/);
});

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { toCursor } from "../../page.ts";
import { readLists } from "../../testing/listed-filters.ts";
import { createLeases } from "../cluster/leases.ts";
import type { Database } from "../connection/database.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { createOpenCount } from "./open-count.ts";
import { type Bound, numberParameters, type PageQuery } from "./page-query.ts";
import { createPages } from "./pages.ts";

const rows = 3_000;
const fillSql = `
  insert into conversations (id, version, state, state_format, status, agent, project, created_by, updated_at)
  select 'conv_' || lpad(n::text, 8, '0'), 1, '{}', 1, case when n % 100 = 0 then 'failed' else 'idle' end, 'planner',
    case when n % 10 = 0 then 'garden' else 'default' end, 'ana', n from generate_series(1, ${rows}) as n;
  update conversations set due_at = substr(id, 6)::integer where id like '%00';
  insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, asked, record)
  select 'inq_' || lpad(n::text, 8, '0') || '_1', 'conv_' || lpad(n::text, 8, '0'), 'run', 'planner',
    case when n % 10 = 0 then 'garden' else 'default' end, case when n % 2 = 0 then 'open' else 'answered' end,
    n, 'ana', 'WHICH', '{}' from generate_series(1, ${rows}) as n;
  insert into messages (conversation_id, number, said, message) select id, 1, 'HELLO', '{}' from conversations;
  insert into personal_records (inquiry_id, principal, snoozed_until) select id, 'ana', 9e15 from inquiries where asked_at % 500 = 0;
  analyze conversations; analyze inquiries; analyze messages; analyze personal_records; analyze open_inquiry_changes;`;

/** Filled tables, with what the planner says about each query that is read from them. */
async function openPlanned() {
  const url = await freshSchema();
  await (await createPostgresStore({ url, onError() {} })).close();
  await runSql(url, fillSql);
  const client = new pg.Client(url);
  await client.connect();
  // Tables of one page are scanned, so a scan has to mean that no index would do.
  await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
  onTestFinished(() => client.end());
  const plans: { readonly sql: string; readonly plan: string }[] = [];
  const query: PageQuery = async (sql: string, values: readonly Bound[]) => {
    const { rows: steps } = await client.query(`explain ${numberParameters(sql)}`, [...values]);
    plans.push({ sql, plan: steps.map((row) => String(row["QUERY PLAN"])).join("\n") });
    return [];
  };
  return {
    url,
    plans,
    explain: async (sql: string) => {
      const { rows: steps } = await client.query(`explain (generic_plan) ${sql}`);
      return steps.map((row) => String(row["QUERY PLAN"])).join("\n");
    },
    pages: createPages(undefined, { readPage: query, readSlice: query, limits: undefined }),
    counts: createOpenCount(query, undefined),
  };
}

const scan = /Seq Scan on (conversations|inquiries|messages|personal_records)/;

test("[STORE-42] PostgreSQL: an index finds the rows of a list, in order", async () => {
  const { plans, pages } = await openPlanned();
  await readLists(pages, "pages", toCursor(rows / 2, "conv_00001500"));
  expect(plans).toHaveLength(12);
  for (const { sql, plan } of plans) {
    expect(plan, sql).not.toMatch(scan);
    expect(plan, sql).not.toMatch(/Sort/);
  }
});

test("[STORE-40] PostgreSQL: a slice examines rows in the order of an index", async () => {
  const { plans, pages } = await openPlanned();
  await readLists(pages, "searches", toCursor(rows / 2, "conv_00001500"));
  expect(plans).toHaveLength(28);
  for (const { sql, plan } of plans) {
    const [, slice = ""] = /CTE slice\n([\s\S]*?)CTE found/.exec(plan) ?? [];
    expect(slice, sql).toMatch(/Index (Only )?Scan/);
    expect(slice, sql).not.toMatch(/Sort|Seq Scan/);
    expect(plan, sql).not.toMatch(/hashed SubPlan|Hash Join|Merge Join/);
  }
});

test("[STORE-42] PostgreSQL: the count of open inquiries looks at no inquiry but those that a person has snoozed", async () => {
  const { url, plans, counts } = await openPlanned();
  for (const filter of [{}, { notSnoozedBy: "ana" }, { snoozedBy: "ana", createdBy: "bob" }])
    await counts.openInquiryCount({ project: "default", ...filter });
  for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(scan);
  const store = await createPostgresStore({ url, onError() {} });
  onTestFinished(() => store.close());
  const open = () => store.openInquiryCount({ project: "default" });
  expect(await open()).toBe(rows / 2 - rows / 10);
  // The changes were too many, and were added up.
  expect(await runSql(url, "select change from open_inquiry_changes order by project")).toHaveLength(2);
  expect(await open()).toBe(rows / 2 - rows / 10);
});

test("[STORE-7] PostgreSQL: a claim finds what is due in the order of an index, also in turn", async () => {
  const { explain } = await openPlanned();
  const statements = new Map<string, string>();
  const prepared = (name: string, sql: string) => {
    statements.set(name, sql);
    return async () => [];
  };
  createLeases(
    { prepared } as Pick<Database, "prepared"> as Database,
    undefined,
    { adjust: (send) => send() },
    { load: async () => undefined, onError() {} },
  );
  const plan = await explain(statements.get("askback_claim") ?? "");
  expect(plan).not.toMatch(scan);
  expect(plan.match(/Index (Only )?Scan using conversations_in_turn/g)).toHaveLength(3);
  expect(plan.match(/Index (Only )?Scan using conversations_due/g)).toHaveLength(2);
});

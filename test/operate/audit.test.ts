import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { type OperatedStore, operatedStores } from "../harness/postgres/operated-stores.ts";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";

const script = [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }];

/** A server that has asked and got an answer, and is stopped again. */
async function used(store: OperatedStore): Promise<string> {
  const server = await store.serve();
  const api = createApi(server);
  const id = await api.start("scripted", script);
  const { inquiry } = await api.waitForStatus(id, "parked");
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered, comment: "=BLACKBIRD()" });
  await api.waitForStatus(id, "idle");
  await server.stop();
  return inquiry.id;
}

async function tamper({ dataDir, url }: OperatedStore, sql: string): Promise<void> {
  if (url !== undefined) return void (await runSql(url, sql));
  const db = new DatabaseSync(join(dataDir, "askback.db"));
  db.exec(sql);
  db.close();
}

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  test("[AUDIT-8] verify prints the ends of the chains, and names a changed entry", { tags: "smoke" }, async () => {
    const store = await operatedStores[kind]();
    await used(store);
    const intact = await store.run("audit", "verify");
    expect(intact).toMatchObject({ code: 0, stderr: "" });
    const [first, end = ""] = intact.stdout.trim().split("\n");
    expect(first).toMatch(/^3 entries are intact in /);
    expect(end).toMatch(/^default:3:[0-9a-f]{64}$/);
    expect(await store.run("audit", "verify", "--expect", end)).toMatchObject({ code: 0 });
    const other = await store.run("audit", "verify", "--expect", end.replace(/:3:..../, ":3:0000"));
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/✖ the audit of .* was changed\n {2}default, entry 3: /),
    });
    expect(await store.run("audit", "verify", "--expect", "x")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("→"),
    });
    await tamper(store, "update audit set actor = 'mallory' where number = 2");
    const changed = await store.run("audit", "verify");
    expect(changed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("default, entry 2: ") });
  });

  test("[AUDIT-8] export writes JSON Lines or CSV, and no cell that a spreadsheet would run", async () => {
    const store = await operatedStores[kind]();
    const inquiryId = await used(store);
    const file = join(store.dataDir, "audit.jsonl");
    expect(await store.run("audit", "export", file)).toMatchObject({ code: 0 });
    const entries = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.map(({ number, type }) => [number, type])).toEqual([
      [1, "asked"],
      [2, "resolved"],
      [3, "consumed"],
    ]);
    expect(entries[1]).toMatchObject({ inquiryId, previous: entries[0].hash, facts: { resolution: "answered" } });
    await tamper(
      store,
      "update audit set actor = '=2+5' where number = 2; update audit set actor = ' @x\"y' where number = 3",
    );
    const csv = await store.run("audit", "export", "--format", "csv", "--project", "default");
    const lines = csv.stdout.split("\r\n");
    expect(lines[0]).toBe(
      `"project","number","at","type","conversation","inquiry","by","via","facts","previous","hash"`,
    );
    expect(lines[2]).toContain(`,"'=2+5",`);
    expect(lines[3]).toContain(`,"' @x""y",`);
    expect(csv.stdout).not.toMatch(/BLACKBIRD/);
    expect((await store.run("audit", "export", "--project", "none")).stdout).toBe("");
    const refused = await store.run("audit", "export", "--format", "xml");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("jsonl or csv") });
    expect(existsSync(file)).toBe(true);
  });
});

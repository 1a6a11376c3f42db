import { expect, inject, test } from "vitest";
import { openClient } from "../testing/clients.ts";
import { createColumnTable } from "./column-table.ts";

interface Row {
  readonly id: string;
  readonly number?: number;
  readonly at: number | null;
  readonly isOpen: boolean;
}

const table = createColumnTable<Row>(
  {
    number: ["integer", "input", ({ number }) => number],
    id: ["text", "insert", ({ id }) => id],
    at: ["bigint", "upsert", ({ at }) => at],
    is_open: ["boolean", "upsert", ({ isOpen }) => isOpen],
  },
  3,
);

test("[STORE-3] the SQL and the parameters of a statement come from the same columns", () => {
  expect(table.rows("r")).toBe(
    "unnest($3::integer[], $4::text[], $5::bigint[], $6::boolean[]) as r (number, id, at, is_open)",
  );
  expect(table.rows("r", ["id", "is_open"])).toBe("unnest($4::text[], $6::boolean[]) as r (id, is_open)");
  expect([table.inserted(), table.inserted("r")]).toEqual(["id, at, is_open", "r.id, r.at, r.is_open"]);
  expect(table.updated("excluded")).toBe("at = excluded.at, is_open = excluded.is_open");
  expect(table.nextParameter).toBe(7);
});

test("[STORE-3] PostgreSQL reads back the rows that were sent as columns", async () => {
  const client = await openClient(inject("postgresUrl"));
  const rows: readonly Row[] = [
    { id: "", number: -1, at: 2 ** 52, isOpen: true },
    { id: 'quote " comma , brace { ünïcödé 📱', at: null, isOpen: false },
  ];
  const sql = `select $1::text as first, $2::text as second, r.* from ${table.rows("r")}`;
  const result = await client.query(sql, ["a", "b", ...table.parameters(rows)]);
  expect(result.rows).toEqual([
    { first: "a", second: "b", number: -1, id: rows[0]?.id, at: String(2 ** 52), is_open: true },
    { first: "a", second: "b", number: null, id: rows[1]?.id, at: null, is_open: false },
  ]);
  expect((await client.query(sql, ["a", "b", ...table.parameters([])])).rows).toEqual([]);
});

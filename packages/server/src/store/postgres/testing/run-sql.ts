import pg from "pg";

/** Runs statements one after the other on a connection of their own; returns the rows of the last. */
export async function runSql(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const sql of statements) ({ rows } = await client.query(sql));
    return rows;
  } finally {
    await client.end();
  }
}

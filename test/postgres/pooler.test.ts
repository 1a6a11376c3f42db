import { afterAll, beforeAll, describe, inject } from "vitest";
import { createPostgresStore } from "../../packages/server/src/store/postgres/store.ts";
import { ownDatabase } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { storeContract } from "../../packages/server/src/store/testing/store.contract.ts";
import { type Pooler, startPooler } from "../harness/postgres/pgbouncer.ts";

const pgbouncer = inject("pgbouncer");

describe.skipIf(pgbouncer === undefined)("through PgBouncer", () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await startPooler(pgbouncer ?? "", await ownDatabase(inject("postgresUrl")));
  });
  afterAll(() => pooler.stop());

  storeContract("PostgreSQL store behind a pooler", async (clock) =>
    createPostgresStore({
      ...(await pooler.fresh()),
      pollMs: 600_000,
      clock,
      onError(error) {
        throw error;
      },
    }),
  );
});

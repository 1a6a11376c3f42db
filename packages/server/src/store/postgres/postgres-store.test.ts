import { inject } from "vitest";
import { storeContract } from "../store.contract.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema, ownDatabase, versions } from "./testing/fresh-schema.ts";

const failed = (error: unknown) => {
  throw error;
};

for (const { version, provided } of versions)
  storeContract(`PostgreSQL store (${version})`, async (clock) =>
    // A look at the log in passing would call listeners once more.
    createPostgresStore({
      url: await freshSchema(await ownDatabase(inject(provided))),
      clock,
      failed,
      pollMs: 600_000,
    }),
  );

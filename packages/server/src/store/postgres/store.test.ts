import { inject } from "vitest";
import { storeContract } from "../testing/store.contract.ts";
import { createPostgresStore } from "./store.ts";
import { freshSchema, ownDatabase, versions } from "./testing/fresh-schema.ts";

const onError = (error: unknown) => {
  throw error;
};

for (const { version, provided } of versions)
  storeContract(`PostgreSQL store (${version})`, async (clock) =>
    // A poll of the log would call listeners once more.
    createPostgresStore({
      url: await freshSchema(await ownDatabase(inject(provided))),
      clock,
      onError,
      pollMs: 600_000,
    }),
  );

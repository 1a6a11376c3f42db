import { storeContract } from "../store.contract.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

storeContract("PostgreSQL store", async (clock) =>
  createPostgresStore({
    url: await freshSchema(),
    clock,
    failed: (error) => {
      throw error;
    },
  }),
);

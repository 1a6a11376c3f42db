import { modelContract } from "../testing/model.contract.ts";
import { createPostgresStore } from "./store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const onError = (error: unknown) => {
  throw error;
};

modelContract("PostgreSQL store", { numRuns: 30, inOrder: false }, async (clock) =>
  createPostgresStore({ url: await freshSchema(), clock, onError }),
);

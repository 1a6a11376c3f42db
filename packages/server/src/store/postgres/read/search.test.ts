import { searchContract } from "../../testing/search.contract.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

searchContract("PostgreSQL store", async (clock, searchLimits) =>
  createPostgresStore({ url: await freshSchema(), clock, searchLimits, onError() {} }),
);

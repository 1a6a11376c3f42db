import { modelContract } from "../testing/model.contract.ts";
import { createSqliteStore } from "./store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

modelContract("SQLite store", { numRuns: 60, inOrder: true }, async (clock) =>
  createSqliteStore({ folder: temporaryFolder(), clock }),
);

import { inject, test } from "vitest";
import { createSqliteBackend } from "./backends.ts";
import { runHistories } from "./run-histories.ts";

test("[RUN-17] [RUN-50] histories on SQLite keep every promise and come to rest", { tags: "smoke" }, async () => {
  await runHistories({
    name: "sqlite",
    count: inject("histories"),
    historiesPerBackend: 500,
    createBackend: createSqliteBackend,
  });
});

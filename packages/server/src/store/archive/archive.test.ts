import { describe } from "vitest";
import { archiveContract } from "../testing/archive.contract.ts";
import { archiveContentsContract } from "../testing/archive-contents.contract.ts";
import { backends } from "../testing/backends.ts";
import { brokenArchiveContract } from "../testing/broken-archive.contract.ts";

const named = Object.entries(backends);

for (const [fromName, from] of named)
  for (const [toName, to] of named) {
    // A copy into another kind of store crosses every format that a copy into the same kind does.
    const options = fromName === "SQLite" && toName === "PostgreSQL" ? { tags: "smoke" } : {};
    describe(`from ${fromName} into ${toName}`, options, () => {
      archiveContract(from, to);
      archiveContentsContract(from, to);
    });
  }

for (const [name, to] of named) describe(`into ${name}`, () => brokenArchiveContract(to));

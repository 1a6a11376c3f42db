import { describe } from "vitest";
import { archiveContract } from "./testing/archive.contract.ts";
import { backends } from "./testing/backends.ts";
import { brokenArchiveContract } from "./testing/broken-archive.contract.ts";

describe.each(Object.values(backends))("from %o", (from) => {
  describe.each(Object.values(backends))("into %o", (to) => archiveContract(from, to));
});

describe.each(Object.values(backends))("into %o", brokenArchiveContract);

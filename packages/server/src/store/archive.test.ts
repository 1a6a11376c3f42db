import { describe } from "vitest";
import { archiveContract } from "./testing/archive.contract.ts";
import { brokenArchiveContract } from "./testing/broken-archive.contract.ts";
import { homes } from "./testing/home.ts";

describe.each(Object.values(homes))("from %o", (from) => {
  describe.each(Object.values(homes))("into %o", (to) => archiveContract(from, to));
});

describe.each(Object.values(homes))("into %o", brokenArchiveContract);

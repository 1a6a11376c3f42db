import { describe } from "vitest";
import { backends } from "./testing/backends.ts";
import { retentionContract } from "./testing/retention.contract.ts";

describe.each(Object.values(backends))("in %o", retentionContract);

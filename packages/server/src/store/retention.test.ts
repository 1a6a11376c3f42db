import { describe } from "vitest";
import { homes } from "./testing/home.ts";
import { retentionContract } from "./testing/retention.contract.ts";

describe.each(Object.values(homes))("in %o", retentionContract);

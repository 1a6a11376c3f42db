import { describe } from "vitest";
import { backends } from "./testing/backends.ts";
import { clockContract } from "./testing/clock.contract.ts";

describe.each(Object.values(backends))("in %o", clockContract);

import { expect, test } from "vitest";
import { StoreUnavailable } from "../store-unavailable.ts";
import { knownError } from "./away.ts";

const errorOf = (code: string) => Object.assign(new Error("something"), { code });

test.each(["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "EPIPE", "CERT_HAS_EXPIRED", "ERR_STREAM_DESTROYED"])(
  "[STORE-20] %s says that the database is away",
  (code) => {
    expect(knownError(errorOf(code))).toBeInstanceOf(StoreUnavailable);
  },
);

test.each(["ERR_INVALID_ARG_TYPE", "ERR_OUT_OF_RANGE"])(
  "[STORE-20] %s says that a call was wrong, which no waiting mends",
  (code) => {
    const error = errorOf(code);
    expect(knownError(error)).toBe(error);
  },
);

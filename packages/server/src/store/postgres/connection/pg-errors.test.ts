import { expect, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { toStoreError } from "./pg-errors.ts";

const errorOf = (code: string) => Object.assign(new Error("something"), { code });

test.each(["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "EPIPE", "CERT_HAS_EXPIRED", "ERR_STREAM_DESTROYED"])(
  "[STORE-20] %s means that the database is unavailable",
  (code) => {
    expect(toStoreError(errorOf(code))).toBeInstanceOf(StoreUnavailable);
  },
);

test.each(["ERR_INVALID_ARG_TYPE", "ERR_OUT_OF_RANGE"])(
  "[STORE-20] %s means a wrong call, which a retry cannot fix",
  (code) => {
    const error = errorOf(code);
    expect(toStoreError(error)).toBe(error);
  },
);

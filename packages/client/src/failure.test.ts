import { expect, test } from "vitest";
import { isTransient } from "./failure.ts";

test.for([0, 408, 425, 429, 500, 501, 502, 503, 504, 507])("[CLIENT-3] status %i is transient", (status) => {
  expect(isTransient({ status })).toBe(true);
});

test.for([200, 304, 400, 401, 403, 404, 409, 410, 413, 422, 428])("[CLIENT-3] status %i is not transient", (status) => {
  expect(isTransient({ status })).toBe(false);
});

import { expect, test } from "vitest";
import { createBroadcasts } from "./broadcasts.ts";

test("[SSE-11] the readers of a project share a broadcast, and nothing is kept of a project without readers", () => {
  const broadcasts = createBroadcasts((task) => task());
  const [one, other] = [broadcasts.take("garden"), broadcasts.take("garden")];
  expect(other).toBe(one);
  for (let count = 0; count < 100; count += 1) {
    broadcasts.take(`project-${count}`);
    broadcasts.release(`project-${count}`);
  }
  expect(broadcasts.size).toBe(1);
  broadcasts.release("garden");
  expect(broadcasts.take("garden")).toBe(one);
  broadcasts.release("garden");
  broadcasts.release("garden");
  expect(broadcasts.size).toBe(0);
});

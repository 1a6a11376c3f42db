import { expect, test } from "vitest";
import { packText, unpackText } from "./packed-text.ts";

test("[ADAPT-7] the state of a run is the same after it was packed, and takes less space", async () => {
  const state = JSON.stringify({
    items: Array.from({ length: 5_000 }, (_, index) => ({ role: "user", text: `Größe ${index} 🎈` })),
  });
  const packed = await packText(state);
  expect(packed.length).toBeLessThan(state.length / 4);
  expect(await unpackText(packed)).toBe(state);
});

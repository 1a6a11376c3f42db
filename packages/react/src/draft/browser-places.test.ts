import { expect, test } from "vitest";
import { browserPlaces } from "./browser-places.ts";
import { unreadable } from "./places.ts";

test("[X-6] a browser without a database says that it has read and kept nothing", async () => {
  const { database } = browserPlaces();
  expect(await database.get("key")).toBe(unreadable);
  expect(await database.update("key", () => "value")).toBe(false);
});

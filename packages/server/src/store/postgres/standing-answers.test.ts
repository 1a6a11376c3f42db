import { expect, test } from "vitest";
import { standingRecord } from "../testing/standing-answers.contract.ts";
import type { Database, Row } from "./connection/database.ts";
import { createStanding } from "./standing-answers.ts";

const row = {
  id: "sta_1",
  project: "default",
  agent: "planner",
  fingerprint: "f",
  made_by: "ana",
  at: 5,
  inquiry_id: "inq_a_1",
  conversation_id: "conv_a",
  questions: "[]",
  answers: "{}",
};
const audit = { project: "default", conversationId: "conv_a", type: "standing-made", at: 6, facts: {} } as const;

test("[STANDING-2] one that is made while those of its agent are read is in force on this server at once", async () => {
  const stored: Row[] = [];
  let response = Promise.resolve();
  const prepared: Database["prepared"] = (name) => async () => {
    if (name === "askback_make_standing") stored.push(row);
    const found = [...stored];
    if (name === "askback_standing_of_agent") await response;
    return found;
  };
  const { make, ofAgent } = createStanding({ prepared } as Database, { wake() {} });
  const late = Promise.withResolvers<void>();
  response = late.promise;
  const reading = ofAgent("default", "planner");
  expect(await make(standingRecord, audit)).toBe("made");
  late.resolve();
  expect(await reading).toEqual([]);
  expect(await ofAgent("default", "planner")).toMatchObject([{ id: "sta_1" }]);
});

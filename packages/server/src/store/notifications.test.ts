import { failureWords } from "@askback/core";
import { expect, test } from "vitest";
import { readNotification } from "./notifications.ts";

test("[FAILURE-2] a notification that was stored with the words of a provider does not show them", () => {
  const record = { id: "ntf_run_a_1", type: "agent_run_failed", message: "invalid key of org-1" };
  const row = { record: JSON.stringify(record), action_status: "pending" };
  expect(readNotification(row)).toMatchObject({ type: "agent_run_failed", message: failureWords(undefined) });
});

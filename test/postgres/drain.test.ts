import { expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startServers } from "../harness/server/server-group.ts";

test("[OPS-4] a server that is told to stop hands its work to another at once, and nothing is lost", {
  tags: "smoke",
}, async () => {
  const [leaving, staying] = await startServers(2);
  if (!leaving || !staying) throw new Error("there are two servers");
  const [here, there] = [createApi(leaving), createApi(staying)];
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const acting = await here.start("scripted", [{ calls: [sleep] }, { text: "Done." }]);
  await here.waitForEvent(acting, ({ type }) => type === "tool.started");
  const thinking = await here.start("scripted", [{ text: "Thinking", hang: true }]);
  await here.waitForEvent(thinking, ({ type }) => type === "text.streamed");
  const parked = await here.start("scripted", [{ calls: [askTwo] }, { text: "Thank you." }]);
  const { inquiry } = await here.waitForStatus(parked, "parked");

  expect(await leaving.stop()).toBe(0);
  expect(leaving.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  await there.waitForStatus(acting, "idle");
  const types: string[] = [];
  await there.waitForEvent(thinking, ({ type }) => types.push(type) > 0 && type === "text.streamed");
  // Released work is started again and counts as no failed attempt.
  expect(types).not.toContain("run.interrupted");
  await there.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await there.waitForStatus(parked, "idle");
  await staying.kill();
});

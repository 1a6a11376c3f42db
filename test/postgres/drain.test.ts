import { expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { startServers } from "../support/server-group.ts";

test("[OPS-4] a server that is told to stop gives its work to another at once, and nothing of it is lost", async () => {
  const [leaving, staying] = await startServers(2);
  if (!leaving || !staying) throw new Error("there are two servers");
  const [here, there] = [createApi(leaving), createApi(staying)];
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const acting = await here.start("puppet", [{ calls: [sleep] }, { text: "Done." }]);
  await here.event(acting, ({ type }) => type === "tool.started");
  const thinking = await here.start("puppet", [{ text: "Thinking", hang: true }]);
  await here.event(thinking, ({ type }) => type === "text.streamed");
  const parked = await here.start("puppet", [{ calls: [askTwo] }, { text: "Thank you." }]);
  const { inquiry } = await here.reached(parked, "parked");

  expect(await leaving.stop()).toBe(0);
  expect(leaving.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  await there.reached(acting, "idle");
  const types: string[] = [];
  await there.event(thinking, ({ type }) => types.push(type) > 0 && type === "text.streamed");
  // What was given back is begun again and counts as no failed attempt.
  expect(types).not.toContain("run.interrupted");
  await there.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await there.reached(parked, "idle");
  await staying.kill();
});

import type * as wire from "@askback/core/wire";
import type { Lab } from "../lab.ts";
import { kept, type Row, ran } from "../row.ts";
import { deploying, openClaudeWorkspace } from "./workspace.ts";

/** The CLI with the adapter as its `canUseTool`. */
export async function withAskback(lab: Lab): Promise<Row> {
  const open = (thread: string, versions?: readonly string[]) =>
    openClaudeWorkspace(versions, () => ({ ...lab.asker(), thread }));

  /** A session whose program and CLI were killed while they waited for a person; then the person allows the call. */
  async function interrupted(thread: string) {
    const workspace = await open(thread);
    const program = workspace.start();
    const session = await program.session();
    const [inquiry] = await lab.asked(thread, 1);
    await workspace.untilStored(session);
    await program.kill();
    return { ...workspace, session, allow: () => allow(inquiry) };
  }

  const allow = async (inquiry: wire.Inquiry | undefined) => inquiry && lab.pick(inquiry, "Allow once");

  const doubled = await interrupted("claude-1");
  await doubled.allow();
  const programs = [doubled.start(doubled.session), doubled.start(doubled.session)];
  const hasEnded = () => Promise.race(programs.map((program) => program.ended()));
  // Each program asks anew where the CLI has given up the call; one of them is answered.
  const [, last] = await Promise.race([hasEnded().then(() => []), lab.asked("claude-1", 2)]);
  await allow(last);
  await hasEnded();
  const doubleResume = ran(doubled.deployments().length);
  await doubled.start(doubled.session).ended();
  const replay = ran(doubled.deployments().length);
  await Promise.all(programs.map((program) => program.kill()));

  // The program says that a person has allowed it.
  const tampered = await open("claude-2");
  const waiting = tampered.start();
  const [shown] = await lab.asked("claude-2", 1);
  const body = { answers: [{ question: "q1", options: ["o1"] }] };
  const forged = await lab.agent().inquiries.answer(shown?.id ?? "", body);
  await waiting.kill();
  const isRefused = !forged.ok && tampered.deployments().length === 0;

  const restarted = await interrupted("claude-3");
  await lab.restart();
  await restarted.allow();
  const again = restarted.start(restarted.session);
  const [anew] = await Promise.race([again.ended().then(() => []), lab.asked("claude-3", 1)]);
  await allow(anew);
  await again.ended();
  const goesOn = kept(restarted.deployments().length === 1);

  const both = await open("claude-4", ["1.0", "2.0"]);
  const pair = both.start();
  for (const _ of ["1.0", "2.0"]) {
    const [inquiry] = await lab.asked("claude-4", 1);
    const isFirst = JSON.stringify(inquiry?.approval).includes(deploying("1.0"));
    if (inquiry) await lab.pick(inquiry, isFirst ? "Allow once" : "Refuse");
  }
  await pair.ended();

  for (const { close } of [doubled, tampered, restarted, both]) close();
  return {
    doubleResume,
    replay,
    tamper: isRefused ? "refused" : "what was changed **runs**",
    restart: anew ? `asked **again**, then ${goesOn}` : goesOn,
    parallel: both.deployments().join() === "1.0" ? "both kept, one after the other" : "one **lost**",
  };
}

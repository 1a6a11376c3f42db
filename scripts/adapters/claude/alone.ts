import { setTimeout as delay } from "node:timers/promises";
import { afterTampering, kept, type Row, ran } from "../row.ts";
import { deploying, openClaudeWorkspace } from "./workspace.ts";

type Workspace = Awaited<ReturnType<typeof openClaudeWorkspace>>;

const allow = (command: string) => ({ behavior: "allow", updatedInput: { command, description: "Deploy" } });
const deny = { behavior: "deny", message: "No" };
/** How long a second question has time to appear beside the first, in milliseconds. */
const patience = 5_000;

/** Kills a program and its CLI while they wait for a person, and returns the id of the session. */
async function interrupted({ start, untilStored }: Workspace): Promise<string> {
  const program = start();
  const session = await program.session();
  await program.asked();
  await untilStored(session);
  await program.kill();
  return session;
}

/** Resumes a session in so many new programs at the same moment, and allows what they ask. */
async function resume({ start }: Workspace, session: string, count = 1): Promise<void> {
  const programs = Array.from({ length: count }, () => start(session));
  const asked = await Promise.all(programs.map((program) => program.asked()));
  for (const [index, program] of programs.entries())
    for (const { id, input } of asked[index] ?? []) program.decide(id, allow(input.command));
  await Promise.all(programs.map((program) => program.ended()));
}

/** The host's own way: `canUseTool` decides, and `resume` continues the session. */
export async function alone(): Promise<Row> {
  const doubled = await openClaudeWorkspace();
  await resume(doubled, await interrupted(doubled), 2);

  const replayed = await openClaudeWorkspace();
  const session = await interrupted(replayed);
  await resume(replayed, session);
  await resume(replayed, session);

  const tampered = await openClaudeWorkspace();
  const shown = tampered.start();
  const [call] = await shown.asked();
  // A front end returns something else than what it showed.
  shown.decide(call?.id ?? "", allow(deploying("6.6.6")));
  await shown.ended();

  const restarted = await openClaudeWorkspace();
  const lost = await interrupted(restarted);
  const before = restarted.requests.length;
  const again = restarted.start(lost);
  const isKept = (await again.asked()).length > 0 && restarted.requests.length === before;
  await again.kill();

  const both = await openClaudeWorkspace(["1.0", "2.0"]);
  const pair = both.start();
  const [first] = await pair.asked();
  const isSerial = await Promise.race([pair.asked(2).then(() => false), delay(patience, true)]);
  pair.decide(first?.id ?? "", allow(deploying("1.0")));
  const [, second] = await pair.asked(2);
  pair.decide(second?.id ?? "", deny);
  await pair.ended();

  for (const { close } of [doubled, replayed, tampered, restarted, both]) close();
  return {
    doubleResume: ran(doubled.deployments().length),
    replay: ran(replayed.deployments().length),
    tamper: afterTampering(tampered.deployments(), "6.6.6"),
    restart: isKept ? kept(true) : `${kept(false)}: the model is told that the call was interrupted`,
    parallel:
      both.deployments().join() === "1.0" ? `both kept${isSerial ? ", one after the other" : ""}` : "one **lost**",
  };
}

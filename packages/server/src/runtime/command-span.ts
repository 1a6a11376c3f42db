import type { Command } from "@askback/core";
import { type Context, context, trace } from "@opentelemetry/api";
import { failedBy, kindOf, linksTo, traceparentOf, tracer } from "../trace.ts";
import type { perform } from "./perform.ts";

type Done = Awaited<ReturnType<typeof perform>>;

/** Performs a command in a span, whose name is recorded with it: whoever goes on, wherever and whenever, goes on there. */
export async function inCommandSpan(
  command: Command,
  work: (traced: Command) => Promise<Done>,
  parent: Context = context.active(),
): Promise<Done> {
  const span = tracer.startSpan(`command ${command.type}`, {}, parent);
  const own = traceparentOf(span);
  if (own === undefined) return work(command);
  try {
    const traced = "by" in command || command.type === "wake" ? { ...command, trace: own } : command;
    const done = await context.with(trace.setSpan(parent, span), () => work(traced));
    span.setAttributes({ "askback.command": command.type, "askback.result": done.ok ? "ok" : done.error.code });
    if (!done.ok) return done;
    const { conversation } = done.value;
    span.setAttribute("gen_ai.conversation.id", conversation.id);
    const run = "run" in conversation ? conversation.run : undefined;
    span.addLinks(linksTo(run?.trace === own ? run.follows : run?.trace));
    return done;
  } catch (error) {
    failedBy(span, kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

import type { Command, Result } from "@askback/core";
import { type Context, context, trace } from "@opentelemetry/api";
import { errorTypeOf, linksTo, setSpanError, traceparentOf, tracer } from "../trace.ts";
import type { Performed, PerformFailure } from "./perform.ts";

type Done = Result<Performed, PerformFailure>;

/** Performs a command in a span whose traceparent is recorded with it, so that later work belongs to the same trace. */
export async function inCommandSpan(
  command: Command,
  perform: (traced: Command) => Promise<Done>,
  parent: Context = context.active(),
): Promise<Done> {
  const span = tracer.startSpan(`command ${command.type}`, {}, parent);
  const own = traceparentOf(span);
  if (own === undefined) return perform(command);
  try {
    const traced = "by" in command || command.type === "wake" ? { ...command, trace: own } : command;
    const done = await context.with(trace.setSpan(parent, span), () => perform(traced));
    span.setAttributes({ "askback.command": command.type, "askback.result": done.ok ? "ok" : done.error.code });
    if (!done.ok) return done;
    const { conversation } = done.value;
    span.setAttribute("gen_ai.conversation.id", conversation.id);
    const run = "run" in conversation ? conversation.run : undefined;
    span.addLinks(linksTo(run?.trace === own ? run.follows : run?.trace));
    return done;
  } catch (error) {
    setSpanError(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

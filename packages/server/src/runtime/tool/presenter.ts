import { type Json, matchesAny, type Part, Presentation, type ToolCall, visibleText } from "@askback/core";
import { withTimeLimit } from "../../time-limit.ts";
import type { Tool } from "./tool.ts";

/** A template in which `{path.to.field}` stands for a value of the input, or a function of the input. */
export type PresentedText<Input> = string | ((input: Input) => string | Promise<string>);

/** How people are shown the input of a gated call, so that they can judge it. The exact call stays one click away. */
export interface Presenter<Input> {
  /** What would run on what, as a question: "Deploy {service} to {region}?". */
  readonly title?: PresentedText<Input>;
  readonly fields?: readonly { readonly label: string; readonly value: PresentedText<Input> }[];
  /** Two texts of which people read the difference. */
  readonly diff?: { readonly before: PresentedText<Input>; readonly after: PresentedText<Input> };
  readonly command?: PresentedText<Input>;
}

/** What a presenter says about an input. A text that names a field which the input lacks is left out. */
export async function presentInput<Input>(presenter: Presenter<Input>, input: Input): Promise<Presentation> {
  // One function after another: a second promise that rejects meanwhile would have no handler.
  const textOf = async (text: PresentedText<Input> | undefined): Promise<string | undefined> =>
    typeof text === "function" ? text(input) : text === undefined ? undefined : fillTemplate(text, input);
  const title = await textOf(presenter.title);
  const fields: { label: string; value: string }[] = [];
  for (const { label, value } of presenter.fields ?? []) {
    const shown = await textOf(value);
    if (shown !== undefined) fields.push({ label, value: shown });
  }
  const before = await textOf(presenter.diff?.before);
  const after = await textOf(presenter.diff?.after);
  const command = await textOf(presenter.command);
  return {
    ...(title !== undefined && { title: title.replaceAll("\n", "\\n") }),
    ...(fields.length > 0 && { fields }),
    ...(before !== undefined && after !== undefined && { diff: { before, after } }),
    ...(command !== undefined && { command }),
  };
}

function fillTemplate(template: string, input: unknown): string | undefined {
  let isComplete = true;
  const text = template.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const value = valueAt(input, path.trim().split("."));
    if (value === undefined) isComplete = false;
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  });
  return isComplete ? text : undefined;
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string, unknown>>)[key]
        : undefined,
    input,
  );
}

const timeLimitMs = 1_000;

interface Presenting {
  readonly signal: AbortSignal;
  /** Called with the name of the tool; what failed may contain text of people or agents. */
  onLeftOut(tool: string): void;
}

/** What people are shown of a call; undefined if its tool has no presenter, or one that fails. Only an abort rejects. */
export async function presentCall(
  tool: Tool | undefined,
  input: Json,
  { signal, onLeftOut }: Presenting,
): Promise<Presentation | undefined> {
  if (!tool?.present) return undefined;
  try {
    const shown = await withTimeLimit({ signal, ms: timeLimitMs }, async () => tool.present?.(input));
    const { fields, diff, ...texts } = Presentation.parse(shown);
    return {
      ...(texts.title !== undefined && { title: visibleText(texts.title) }),
      ...(fields && { fields: fields.map(({ label, value }) => ({ label, value: visibleText(value) })) }),
      ...(diff && { diff: { before: visibleText(diff.before), after: visibleText(diff.after) } }),
      ...(texts.command !== undefined && { command: visibleText(texts.command) }),
    };
  } catch {
    signal.throwIfAborted();
    onLeftOut(tool.name);
    return undefined;
  }
}

/** The parts of a reply, in which the calls of tools that match a pattern have what their definition says. */
export async function presentCalls(
  parts: readonly Part[],
  {
    tools,
    patterns,
    editableBy,
    ...presenting
  }: Presenting & {
    readonly tools: readonly Tool[];
    readonly patterns: readonly string[];
    /** Whether people may change the input of a call. */
    editableBy(tool: Tool | undefined): Pick<ToolCall, "editable">;
  },
): Promise<readonly Part[]> {
  return Promise.all(
    parts.map(async (part) => {
      if (part.type !== "call" || part.call.unreadable !== undefined || !matchesAny(patterns, part.call.name))
        return part;
      const tool = tools.find(({ name }) => name === part.call.name);
      const presentation = await presentCall(tool, part.call.input, presenting);
      return { ...part, call: { ...part.call, ...(presentation && { presentation }), ...editableBy(tool) } };
    }),
  );
}

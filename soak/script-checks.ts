import { eventsOf, type Thread } from "./log-checks.ts";
import { afterword, type Line } from "./plot.ts";

/** Whether the agent said all its lines, each once and in order, and then nothing but its afterword. */
export function scriptFaults({ id, log }: Thread): readonly string[] {
  const [first] = eventsOf(log, "message.received");
  const { script } = JSON.parse(first?.text ?? "{}") as { readonly script?: readonly Line[] };
  const lines = (script ?? []).map(({ text }) => text);
  const said = eventsOf(log, "model.replied").map(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
  );
  const isWhole = lines.length > 0 && lines.every((line, index) => said[index] === line);
  return isWhole && said.slice(lines.length).every((words) => words === afterword)
    ? []
    : [`${id}: its agent said ${JSON.stringify(said)} instead of ${JSON.stringify(lines)}`];
}

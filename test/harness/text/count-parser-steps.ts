import { Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";
import { parseMarkdown, textParts } from "../../../packages/react/src/text/markdown-parts.ts";

/**
 * A worker that answers with how often the code of the parser and of the parts of a text is entered for each of its texts. The
 * counts do not depend on the machine. V8 counts exactly only what has not run before, hence the worker.
 */
const inspector = new Session();
inspector.connect();
await inspector.post("Profiler.enable");
await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const counts: number[] = [];
for (const text of workerData as readonly string[]) {
  await inspector.post("Profiler.takePreciseCoverage");
  parseParts(text);
  counts.push(await stepsTaken());
}
parentPort?.postMessage(counts);

function parseParts(text: string): void {
  for (const part of textParts(text)) if (part.type === "markdown") parseMarkdown(part.source, part.definitions);
}

async function stepsTaken(): Promise<number> {
  const { result } = await inspector.post("Profiler.takePreciseCoverage");
  const measured = result.filter(({ url }) => /micromark|mdast|react\/src\/text/.test(url));
  return measured
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((steps, { count }) => steps + count, 0);
}

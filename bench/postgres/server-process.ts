import { createPostgresStore } from "@askback/server";
import { type AnswerLatency, createBenchRuntime } from "../bench-runtime.ts";
import { handleRequests } from "./child.ts";
import { type BenchRequest, type BenchResponse, countCycles } from "./process-group.ts";

/** One server without HTTP: the runtime on the PostgreSQL store. */
const [url = ""] = process.argv.slice(2);
const store = await createPostgresStore({ url, onError: (error) => console.error(error) });
const bench = createBenchRuntime(store);

async function answer(amount: number, beside: number): Promise<readonly AnswerLatency[]> {
  const latencies: AnswerLatency[] = [];
  let isOver = false;
  const others = Array.from({ length: beside }, async () => {
    while (!isOver) await bench.cycle();
  });
  while (latencies.length < amount) latencies.push(await bench.answer(await bench.park()));
  isOver = true;
  await Promise.all(others);
  return latencies;
}

handleRequests<BenchRequest, BenchResponse>({}, async (request) => {
  switch (request.type) {
    case "cycle":
      return { cycles: await countCycles(request, () => bench.cycle()) };
    case "answer":
      return { latencies: await answer(request.amount, request.beside) };
    case "stop":
      await bench.stop();
      await store.close();
      return {};
  }
});

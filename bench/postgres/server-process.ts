import { createPostgresStore } from "@askback/server";
import { createBench, type Reached } from "../cycle.ts";
import { cyclesWithin, type Order, type Report } from "./crew.ts";
import { obey } from "./orders.ts";

/** One server: the real runtime on the real store, driven without HTTP. */
const [url = ""] = process.argv.slice(2);
const store = await createPostgresStore({ url, failed: (error) => console.error(error) });
const bench = createBench(store);

async function answers(amount: number, beside: number): Promise<readonly Reached[]> {
  const reached: Reached[] = [];
  let isOver = false;
  const others = Array.from({ length: beside }, async () => {
    while (!isOver) await bench.cycle();
  });
  while (reached.length < amount) reached.push(await bench.answer(await bench.park()));
  isOver = true;
  await Promise.all(others);
  return reached;
}

obey<Order, Report>({}, async (order) => {
  switch (order.type) {
    case "cycle":
      return { cycles: await cyclesWithin(order, () => bench.cycle()) };
    case "answer":
      return { reached: await answers(order.amount, order.beside) };
    case "stop":
      await bench.stop();
      await store.close();
      return {};
  }
});

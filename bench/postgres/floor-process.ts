import { handleRequests } from "./child.ts";
import { createFloor } from "./floor.ts";
import { type BenchRequest, type BenchResponse, countCycles } from "./process-group.ts";

/** Hand-written SQL for the same cycle. */
const [url = "", mode = "single", connections = "1"] = process.argv.slice(2);
const floor = createFloor(url, mode, Number(connections));

handleRequests<BenchRequest, BenchResponse>({}, async (request) => {
  switch (request.type) {
    case "cycle":
      return { cycles: await countCycles(request, floor.cycle) };
    case "answer":
      throw new Error("the floor calls no model");
    case "stop":
      await floor.close();
      return {};
  }
});

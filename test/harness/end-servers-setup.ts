import { afterAll } from "vitest";
import { endServers } from "./server/server-process.ts";

// A worker runs many files, and a server that nobody uses any more would go on for as long as the worker.
afterAll(endServers);

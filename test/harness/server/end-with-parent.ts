import { Socket } from "node:net";

/** The pipe whose other end the process of the tests holds; `startServerProcess` opens it. */
const pipe = new Socket({ fd: 3 });
// The test runner kills a worker that takes long to end, and a killed process ends no children; its pipes are closed in every case.
pipe.once("close", () => process.kill(process.pid, "SIGKILL"));
pipe.resume();
pipe.unref();

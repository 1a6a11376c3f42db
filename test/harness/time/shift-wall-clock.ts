import { readFileSync } from "node:fs";

/**
 * Preloaded by a server whose wall clock is wrong: a file says by how many milliseconds. Timers and `performance.now` stay
 * right, as they do when somebody sets the clock of a machine.
 */
const file = process.env.ASKBACK_TEST_WALL_CLOCK ?? "";
const rightNow = Date.now;
const wrongNow = () => rightNow() + Number(readFileSync(file, "utf8"));

globalThis.Date = new Proxy(Date, {
  construct: (target, args, called) => Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, called),
  apply: (target) => new target(wrongNow()).toString(),
  get: (target, name, receiver) => (name === "now" ? wrongNow : Reflect.get(target, name, receiver)),
});

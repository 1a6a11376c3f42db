export type { Check } from "./check.ts";
export { createClock, type TurnedClock } from "./clock.ts";
export { conformance } from "./conformance.ts";
export { createPerson, type Done, type Person, type PersonOptions } from "./person.ts";
export type { Reaction, Rule } from "./rule.ts";
export {
  type AskbackUnderTest,
  type AskedQuestion,
  askbackUnderTest,
  type Outcome,
  type ServerUnderTest,
} from "./server-under-test.ts";

export type { ModelText } from "./model-text.ts";
export {
  type AskingClient,
  type Call,
  createPeople,
  type People,
  type PeopleOptions,
  type Permitted,
} from "./people.ts";

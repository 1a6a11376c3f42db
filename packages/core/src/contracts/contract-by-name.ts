import type { Contract } from "../contract.ts";
import { approval } from "./approval.ts";
import { askUser } from "./ask-user.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { askUserQuestionInSession } from "./ask-user-question-session.ts";
import { question } from "./question.ts";

/** Those that an agent can be given to ask by. */
const askContracts: readonly Contract[] = [askUserQuestion, askUser, question, askUserQuestionInSession];

const contractByName = new Map([...askContracts, approval].map((contract) => [contract.name, contract]));

export const contractNames: readonly string[] = askContracts.map(({ name }) => name);

/** The contract recorded under this name; throws for a name that no release ever had. */
export function contractNamed(name: string): Contract {
  const contract = contractByName.get(name);
  if (!contract) throw new Error(`no contract is named "${name}"; known: ${contractNames.join(", ")}`);
  return contract;
}

import { approval } from "./approval.ts";
import { askUser } from "./ask-user.ts";
import { askUserQuestion, askUserQuestionInSession } from "./ask-user-question.ts";
import type { Contract } from "./contract.ts";
import { external } from "./external.ts";
import { question } from "./question.ts";

/** The contracts that an agent's definition can name. */
const askContracts: readonly Contract[] = [askUserQuestion, askUser, question, askUserQuestionInSession];

const contracts = new Map([...askContracts, approval, external].map((contract) => [contract.name, contract]));

export const contractNames: readonly string[] = askContracts.map(({ name }) => name);

/** The contract with this name; throws for a name that no release has had. */
export function contractByName(name: string): Contract {
  const contract = contracts.get(name);
  if (!contract) throw new Error(`no contract is named "${name}"; known: ${contractNames.join(", ")}`);
  return contract;
}

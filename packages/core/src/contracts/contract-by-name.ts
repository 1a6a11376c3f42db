import type { Contract } from "../contract.ts";
import { askUserQuestion } from "./ask-user-question.ts";

const contracts: readonly Contract[] = [askUserQuestion];
const contractByName = new Map(contracts.map((contract) => [contract.name, contract]));

export const contractNames: readonly string[] = [...contractByName.keys()];

/** The contract recorded under this name; throws for a name that no release ever had. */
export function contractNamed(name: string): Contract {
  const contract = contractByName.get(name);
  if (!contract) throw new Error(`no contract is named "${name}"; known: ${contractNames.join(", ")}`);
  return contract;
}

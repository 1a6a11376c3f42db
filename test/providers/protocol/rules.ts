import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import type { Body } from "./protocol.ts";

/** A violation of the protocol, with the message of the real API. */
export class Violation extends Error {}

export function demand(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Violation(message);
}

/** The message of the first demand that does not hold. */
export function violationOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
}

export function demandWellFormed(value: unknown): void {
  if (typeof value === "string")
    demand(value.isWellFormed(), "The request body is not valid JSON: no low surrogate in string");
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      demandWellFormed(key);
      demandWellFormed(item);
    }
}

export function demandToolSchema(schema: Body, where: string): void {
  demand(schema?.type === "object", `${where}: schema must be a JSON Schema of 'type: "object"', got ${schema?.type}`);
  demand(typeof schema.properties === "object", `${where}: object schema missing properties`);
  for (const keyword of ["oneOf", "anyOf", "allOf"])
    demand(!(keyword in schema), `${where}: schema does not support oneOf, allOf, or anyOf at the top level`);
  try {
    new AjvJsonSchemaValidator().getValidator(schema);
  } catch (error) {
    throw new Violation(`${where}: JSON schema is invalid: ${error}`);
  }
}

export function demandDistinct(names: readonly string[], message: string): void {
  demand(new Set(names).size === names.length, message);
}

import type { Json } from "../json.ts";

/** A tool as a model is offered it. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly [key: string]: Json };
}

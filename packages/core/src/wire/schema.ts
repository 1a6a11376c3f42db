import * as z from "zod";

/** A time is a number in the core and ISO 8601 on the wire. */
export const Time = z.iso.datetime().meta({ example: "2026-11-15T09:30:00.000Z" });

/** A response body of this schema. It is read-only at every depth, so that a view can contain values of the model. */
export type ResponseBody<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

/** A request body of this schema, in which fields with a default are optional. */
export type RequestBody<Schema extends z.ZodType> = ReadonlyDeep<z.input<Schema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string | undefined;
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}

/** A whole list, which has no pages. */
export interface List<Item> {
  readonly items: readonly Item[];
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}

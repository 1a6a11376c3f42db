import * as z from "zod";

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string | undefined;
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}

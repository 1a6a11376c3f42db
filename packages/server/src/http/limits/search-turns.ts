import { ok, type Result } from "@askback/core";
import { isSearch } from "../../store/slices.ts";
import type { ConversationFilter, InquiryFilter, Page } from "../../store/store.ts";
import type { Problem } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import { createCallerTurns } from "./caller-turns.ts";

export interface SearchTurns {
  /** Reads a page; a search waits for its turn. */
  read<Filter extends ConversationFilter | InquiryFilter, Item>(
    context: AppContext,
    filter: Filter,
    read: (filter: Filter, signal: AbortSignal) => Promise<Page<Item>>,
  ): Promise<Result<Page<Item>, Problem>>;
}

export function createSearchTurns(): SearchTurns {
  const turns = createCallerTurns();
  return {
    async read(context, filter, read) {
      const page = () => read(filter, context.req.raw.signal);
      return isSearch(filter) ? turns.run(context, page) : ok(await page());
    },
  };
}

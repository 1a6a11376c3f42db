import type { Outcome, Params } from "./json-rpc.ts";

export interface ToolSchemas {
  /** The input schema of a tool, as the server lists it now; undefined if it does not. */
  schemaOf(tool: string, meta: Params): Promise<{ readonly [key: string]: unknown } | undefined>;
}

const maxPages = 100;

/** Reads the schemas of tools whose calls people may change. */
export function createToolSchemas(request: (method: string, params: Params) => Promise<Outcome>): ToolSchemas {
  return {
    async schemaOf(tool, meta) {
      let cursor: unknown;
      for (let page = 0; page < maxPages; page += 1) {
        const outcome = await request("tools/list", {
          ...withoutProgress(meta),
          ...(cursor !== undefined && { cursor }),
        });
        if (!("result" in outcome)) return undefined;
        const { tools, nextCursor } = outcome.result;
        const found = Array.isArray(tools) ? tools.find((item) => item?.name === tool) : undefined;
        if (found) return found.inputSchema;
        if (nextCursor === undefined) return undefined;
        cursor = nextCursor;
      }
      return undefined;
    },
  };
}

/** A request has what newer protocols want in each one, but not the progress of another. */
function withoutProgress(meta: Params): Params {
  const { progressToken: _, ...rest } = meta;
  return Object.keys(rest).length > 0 ? { _meta: rest } : {};
}

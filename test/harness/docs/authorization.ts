import type { TestApp } from "../../../packages/server/src/http/testing/test-app.ts";
import { addPeople, callers, credentialsFor } from "./callers.ts";
import { createTarget } from "./route-targets.ts";
import type { TestedRoute } from "./routes.ts";

/** What one kind of caller gets from one route. */
export interface Cell {
  readonly route: TestedRoute;
  readonly caller: string;
  readonly status: number;
  /** The code of the problem, or the text of an error of a compat API. */
  readonly code: string;
  /** Whether what the route names is another than before. */
  readonly wasChanged: boolean;
  /** Whether its question was answered, delegated, declined or set aside. */
  readonly isResolved: boolean;
}

/** Calls every route as every kind of caller, each time on something new that it names. */
export async function authorizationTable(server: TestApp, routes: readonly TestedRoute[]): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  await addPeople(server);
  for (const route of routes)
    for (const caller of callers) {
      const { path, sent, inquiryId, state } = await createTarget(server, route, caller);
      const credentials = await credentialsFor(caller, server);
      const resolution = async () => {
        const type = inquiryId && (await server.store.inquiry(inquiryId))?.resolution?.type;
        return type === "withdrawn" ? undefined : type;
      };
      const before = [await resolution(), JSON.stringify(await state())];
      const ending = new AbortController();
      const response = await server.send(route.method, path, {
        ...credentials,
        ...sent,
        headers: { ...sent.headers, ...credentials.headers },
        signal: ending.signal,
      });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      ending.abort();
      const after = [await resolution(), JSON.stringify(await state())];
      cells.push({
        route,
        caller,
        status: response.status,
        code: codeOf(text),
        wasChanged: before[1] !== after[1],
        isResolved: before[0] !== after[0],
      });
    }
  return cells;
}

function codeOf(text: string): string {
  try {
    const { code, message } = JSON.parse(text);
    return code ?? message ?? "";
  } catch {
    return text.slice(0, 60);
  }
}

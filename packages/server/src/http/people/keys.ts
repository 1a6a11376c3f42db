import * as wire from "@askback/core/wire";
import type { ApiKey } from "../../store/people/credentials.ts";
import { ownerId } from "../../store/people/directory.ts";
import type { Keys } from "../access/api-keys.ts";
import { isOperator } from "../access/principal.ts";
import { createApiKey } from "../access/secret-token.ts";
import { forbidden, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";

const common = { tag: "Keys", scope: "admin" } as const;
const dayMs = 24 * 3600 * 1000;

/** The stored keys of a project. Those of the config are not listed, since they cannot be revoked here. */
export function addKeyRoutes(app: App, { store, clock }: Pick<Services, "store" | "clock">, keys: Keys): void {
  const { credentials } = store;

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/keys",
      summary: "Create a key of the project",
      description:
        "The key is in the response and nowhere else: only its hash is stored. Keys with one name are one caller, so that a key can be replaced by a new one.",
      isRepeatable: true,
      body: wire.CreateApiKey,
      status: 201,
      response: wire.CreatedApiKey,
    },
    async (context, { body: { name, scopes, expiresInDays } }) => {
      const principal = context.get("principal");
      const { project } = principal;
      // What the server measures is of all projects.
      if (scopes.includes("metrics") && !isOperator(principal)) return forbidden("metrics");
      if (isPersonsName(name) || keys.isConfigured(name, project)) return problems.keyNameTaken;
      const { id, token, hash } = createApiKey();
      const createdAt = clock.now();
      const expiresAt = expiresInDays === undefined ? undefined : createdAt + expiresInDays * dayMs;
      const key = {
        id,
        name,
        project,
        scopes: [...new Set(scopes)],
        hash,
        createdBy: principal.id,
        createdAt,
        expiresAt,
      };
      await credentials.createKey(key);
      return { status: 201, body: { ...keyView(key), key: token } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/keys",
      summary: "List the project's keys, newest first",
      description: "Those that are stored, without the keys themselves. Keys of the config file are not among them.",
      status: 200,
      response: wire.listOf(wire.ApiKey),
    },
    async (context) => {
      const found = await credentials.apiKeys(context.get("principal").project);
      return { status: 200, body: { items: found.map(keyView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: "/v1/keys/{id}",
      summary: "Revoke a key, at once",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      const isRevoked = await credentials.revokeKey(context.get("principal").project, id, clock.now());
      return isRevoked ? { status: 204 } : problems.keyUnknown;
    },
  );
}

/** A key with the name of a person would act as that person. */
function isPersonsName(name: string): boolean {
  return name === ownerId || name.startsWith("per_");
}

function keyView({ id, name, scopes, createdBy, createdAt, expiresAt, lastUsedAt }: ApiKey): wire.ApiKey {
  return {
    id,
    name,
    scopes,
    createdBy,
    createdAt: toIsoTime(createdAt),
    ...(expiresAt !== undefined && { expiresAt: toIsoTime(expiresAt) }),
    ...(lastUsedAt !== undefined && { lastUsedAt: toIsoTime(lastUsedAt) }),
  };
}

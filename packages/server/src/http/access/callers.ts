import type { Clock } from "../../clock.ts";
import { sha256Of } from "../../sha256.ts";
import { groupsOf } from "../../store/people/answering-groups.ts";
import type { ApiKey, Session } from "../../store/people/credentials.ts";
import type { Access } from "../../store/people/directory.ts";
import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/store-unavailable.ts";
import { type Problem, problems } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import { type Keys, owner } from "./api-keys.ts";
import { type Principal, type Scope, scopesOf } from "./principal.ts";
import { hasHash, hashOfToken, idInApiKey } from "./secret-token.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** Who makes a request, or why it is refused; `id` is whose request that is, as far as it is known. */
export type Caller =
  | { readonly principal: Principal; readonly session?: UsedSession }
  | { readonly problem: Problem; readonly id?: string };

export interface UsedSession extends Session {
  /** The hash of the token that was shown: the current one, or the one before. */
  readonly shownHash: string;
}

export interface Callers {
  /** The caller of a request; looked up once. */
  of(context: AppContext): Promise<Caller>;
  /** Whether the caller is still allowed what it was, looked up anew. */
  isStill(context: AppContext, principal: Principal): Promise<boolean>;
  /** The hash of the key or cookie of a request, where only the store can tell whether it is valid. */
  unprovenHash(context: AppContext): string | undefined;
  /** Who holds a key. */
  ofKey(key: string): Promise<Principal | undefined>;
}

/** The header by which a person of several projects chooses one. */
const projectHeader = "askback-project";

/** For how long the token before a rotation is valid after the first use of the new one: requests may be under way. */
export const graceMs = 60_000;
/** How exact the time of the last use is. */
const touchMs = 60_000;

export interface CallersOptions {
  readonly keys: Keys;
  readonly clock: Clock;
  readonly store: Pick<Store, "directory" | "credentials">;
}

/** Finds out who makes a request: a configured key, a stored key or a session. */
export function createCallers({ keys, clock, store }: CallersOptions): Callers {
  const { directory, credentials } = store;

  async function find(context: AppContext): Promise<Caller> {
    const authorization = context.req.header("authorization");
    if (authorization !== undefined) {
      const [scheme, key] = authorization.split(" ");
      const isBearer = scheme?.toLowerCase() === "bearer" && key !== undefined && key !== "";
      return isBearer ? byKey(context, key) : { problem: problems.unknownKey };
    }
    const token = readSessionCookie(context);
    return (token === undefined ? undefined : await bySession(context, token)) ?? { problem: problems.unauthorized };
  }

  async function byKey(context: AppContext, key: string): Promise<Caller> {
    const wanted = context.req.header(projectHeader);
    const configured = keys.principalOf(key);
    if (configured === owner) return byOwnersKey(wanted);
    const principal = configured ?? (await byStoredKey(key)) ?? (await byEmbedToken(key));
    if (!principal) return { problem: problems.unknownKey };
    const isElsewhere = wanted !== undefined && wanted !== principal.project;
    return isElsewhere ? { problem: problems.projectUnknown, id: principal.id } : { principal };
  }

  /** The key of the data folder is the owner's, whatever was done to their membership. */
  async function byOwnersKey(wanted: string | undefined): Promise<Caller> {
    if (wanted !== undefined && wanted !== owner.project) return inProject(await directory.access(owner.id), wanted);
    // While the store is unavailable the owner still reads metrics; what needs the store says so itself.
    const access = await directory.access(owner.id).catch(ignoreUnavailable);
    const own = access?.memberships.find(({ project }) => project === owner.project);
    return { principal: { ...owner, groups: own ? groupsOf(own) : [], ...(access && { name: access.person.name }) } };
  }

  async function byStoredKey(key: string): Promise<Principal | undefined> {
    const id = idInApiKey(key);
    const stored = id === undefined ? undefined : await credentials.apiKey(id);
    if (!stored || !hasHash(key, stored.hash) || !isValid(stored)) return undefined;
    const now = clock.now();
    if (now - (stored.lastUsedAt ?? 0) >= touchMs) credentials.touchKey(stored.id, now).catch(ignore);
    const { name, project, scopes } = stored;
    return { id: name, project, scopes, groups: [], kind: "key", key: stored.id };
  }

  async function byEmbedToken(token: string): Promise<Principal | undefined> {
    const claims = keys.embedTokens.read(token, clock.now());
    if (!claims) return undefined;
    const { person, project, scope, key, isOfMember } = claims;
    const [maker, access] = await Promise.all([makerOf(key, project), directory.access(person)]);
    const membership = access?.memberships.find((one) => one.project === project);
    if (!membership || access?.person.disabledAt !== undefined) return undefined;
    const needed: readonly Scope[] = isOfMember ? ["tokens", "tokens:members"] : ["tokens"];
    if (!maker || !needed.every((one) => maker.scopes.includes(one))) return undefined;
    const scopes = [membership.role === "viewer" ? "read" : scope] as const;
    return {
      id: person,
      name: access?.person.name ?? person,
      project,
      scopes,
      groups: groupsOf(membership),
      kind: "embed",
      embeddedBy: maker.name,
    };
  }

  /** The key that made a token, as long as it is one of the project. */
  async function makerOf(key: string, project: string): Promise<Pick<ApiKey, "name" | "scopes"> | undefined> {
    const configured = keys.configuredKey(key);
    if (configured)
      return configured.project === project ? { name: configured.id, scopes: configured.scopes } : undefined;
    const stored = await credentials.apiKey(key);
    return stored && stored.project === project && isValid(stored) ? stored : undefined;
  }

  function isValid({ revokedAt, expiresAt }: ApiKey): boolean {
    return revokedAt === undefined && (expiresAt === undefined || expiresAt > clock.now());
  }

  async function bySession(context: AppContext, token: string): Promise<Caller | undefined> {
    const shownHash = hashOfToken(token);
    const session = shownHash === undefined ? undefined : await credentials.session(shownHash);
    const now = clock.now();
    if (!session || shownHash === undefined || session.expiresAt <= now) return undefined;
    const isCurrent = session.hash === shownHash;
    if (!isCurrent && session.confirmedAt !== undefined && now >= session.confirmedAt + graceMs) return undefined;
    const access = await directory.access(session.person);
    if (!access || access.person.disabledAt !== undefined) return undefined;
    const caller = inProject(access, context.req.header(projectHeader), session.project);
    // The token before is valid until this is recorded, so that the first use of a new one waits for it.
    if (isCurrent && session.confirmedAt === undefined) await credentials.touchSession(shownHash, now);
    else if (now - session.lastSeenAt >= touchMs) credentials.touchSession(shownHash, now).catch(ignore);
    if ("problem" in caller) return caller;
    return { principal: { ...caller.principal, session: session.id }, session: { ...session, shownHash } };
  }

  async function bySessionId(id: string, project: string): Promise<Caller> {
    const session = await credentials.sessionById(id);
    if (!session || session.expiresAt <= clock.now()) return { problem: problems.unauthorized };
    const access = await directory.access(session.person);
    return access?.person.disabledAt === undefined ? inProject(access, project) : { problem: problems.unauthorized };
  }

  return {
    of(context) {
      const known = context.get("caller");
      if (known) return known;
      const caller = find(context);
      context.set("caller", caller);
      // Whoever needs it waits for it; a caller that nobody asks for must not be an unhandled rejection.
      caller.catch(ignore);
      return caller;
    },
    unprovenHash(context) {
      const authorization = context.req.header("authorization");
      if (authorization === undefined) return hashOfToken(readSessionCookie(context));
      const [, key = ""] = authorization.split(" ");
      return idInApiKey(key) !== undefined && !keys.principalOf(key) ? sha256Of(key) : undefined;
    },
    async isStill(context, principal) {
      const { session, project } = principal;
      // Its token may have been replaced since the request came.
      const caller = session === undefined ? await find(context) : await bySessionId(session, project);
      return (
        "principal" in caller &&
        caller.principal.id === principal.id &&
        caller.principal.project === principal.project &&
        principal.scopes.every((scope) => caller.principal.scopes.includes(scope))
      );
    },
    async ofKey(key) {
      const configured = keys.principalOf(key);
      return configured ?? byStoredKey(key);
    },
  };
}

/** A person in the project that they want, else in the one that they chose for the session, else in their first one. */
function inProject(access: Access | undefined, wanted: string | undefined, chosen?: string): Caller {
  const { person, memberships } = access ?? { memberships: [] };
  const membership =
    wanted === undefined
      ? (memberships.find(({ project }) => project === chosen) ?? memberships[0])
      : memberships.find(({ project }) => project === wanted);
  const problem = wanted === undefined ? problems.noProject : problems.projectUnknown;
  if (!person || !membership) return { problem, ...(person && { id: person.id }) };
  const { project, role } = membership;
  const scopes = scopesOf(role, person.id, project);
  const groups = groupsOf(membership);
  return { principal: { id: person.id, name: person.name, project, scopes, groups, kind: "person" } };
}

function ignore(): void {}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error;
}

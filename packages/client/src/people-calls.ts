import type { CallOptions, Client, CommandOptions, Reply } from "./client.ts";
import type { Request } from "./send.ts";

type Read = <Value>(path: string, options?: CallOptions, query?: object) => Reply<Value>;
type Command = <Value>(
  path: string,
  body: unknown,
  options?: CommandOptions,
  method?: Request["method"],
) => Reply<Value>;

type PeopleCalls = Pick<
  Client,
  | "me"
  | "updateMe"
  | "people"
  | "members"
  | "groups"
  | "invitations"
  | "projects"
  | "keys"
  | "tokens"
  | "signInLinks"
  | "sessions"
>;

/** The calls about people, sessions and keys. */
export function peopleCalls(read: Read, command: Command): PeopleCalls {
  const one = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    me: (options) => read("/v1/me", options),
    updateMe: (body, options) => command("/v1/me", body, options, "PATCH"),
    people: (ids = [], options) => {
      const search = ids.map((id) => `id=${encodeURIComponent(id)}`).join("&");
      return read(`/v1/people${search && `?${search}`}`, options);
    },
    members: {
      list: (options) => read("/v1/members", options),
      add: (body, options) => command("/v1/members", body, options),
      change: (id, body, options) => command(one("/v1/members", id), body, options, "PATCH"),
      remove: (id, options) => command(one("/v1/members", id), undefined, options, "DELETE"),
    },
    groups: {
      list: (options) => read("/v1/groups", options),
      save: (name, body, options) => command(one("/v1/groups", name), body, options, "PUT"),
      rename: (name, body, options) => command(`${one("/v1/groups", name)}/rename`, body, options),
      delete: (name, options) => command(one("/v1/groups", name), undefined, options, "DELETE"),
    },
    invitations: {
      list: (options) => read("/v1/invitations", options),
      create: (body = {}, options) => command("/v1/invitations", body, options),
      revoke: (id, options) => command(one("/v1/invitations", id), undefined, options, "DELETE"),
    },
    projects: { create: (body, options) => command("/v1/projects", body, options) },
    keys: {
      list: (options) => read("/v1/keys", options),
      create: (body, options) => command("/v1/keys", body, options),
      revoke: (id, options) => command(one("/v1/keys", id), undefined, options, "DELETE"),
    },
    tokens: { create: (body, options) => command("/v1/tokens", body, options) },
    signInLinks: { create: (body = {}, options) => command("/v1/sign-in-links", body, options) },
    sessions: {
      list: (query, options) => read("/v1/sessions", options, query),
      end: (id, options) => command(one("/v1/sessions", id), undefined, options, "DELETE"),
      chooseProject: (body, options) => command("/v1/session", body, options, "PUT"),
    },
  };
}

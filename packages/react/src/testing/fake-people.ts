import type { Client, CommandOptions, Reply } from "@askback/client";

type PeopleCalls = Pick<
  Client,
  | "tokens"
  | "updateMe"
  | "people"
  | "members"
  | "groups"
  | "invitations"
  | "projects"
  | "keys"
  | "signInLinks"
  | "sessions"
>;

/** The calls about people: nobody is there, and every command is refused unless a test says otherwise. */
export function fakePeople(
  list: (name: string) => Reply<{ readonly items: readonly never[] }>,
  command: (name: string) => <Value>(id: string, body?: unknown, options?: CommandOptions) => Reply<Value>,
): PeopleCalls {
  return {
    updateMe: (body, options) => command("updateMe")("", body, options),
    people: () => list("people"),
    members: {
      list: () => list("members.list"),
      add: (body, options) => command("members.add")("", body, options),
      change: command("members.change"),
      remove: (id, options) => command("members.remove")(id, undefined, options),
    },
    groups: {
      list: () => list("groups.list"),
      save: command("groups.save"),
      rename: command("groups.rename"),
      delete: (name, options) => command("groups.delete")(name, undefined, options),
    },
    invitations: {
      list: () => list("invitations.list"),
      create: (body, options) => command("invitations.create")("", body, options),
      revoke: (id, options) => command("invitations.revoke")(id, undefined, options),
    },
    projects: { create: (body, options) => command("projects.create")("", body, options) },
    keys: {
      list: () => list("keys.list"),
      create: (body, options) => command("keys.create")("", body, options),
      revoke: (id, options) => command("keys.revoke")(id, undefined, options),
    },
    tokens: { create: (body, options) => command("tokens.create")("", body, options) },
    signInLinks: { create: (body, options) => command("signInLinks.create")("", body, options) },
    sessions: {
      list: () => list("sessions.list"),
      end: (id, options) => command("sessions.end")(id, undefined, options),
      chooseProject: (body, options) => command("sessions.chooseProject")("", body, options),
    },
  };
}

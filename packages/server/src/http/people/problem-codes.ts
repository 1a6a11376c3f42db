import type { ProblemCodeText } from "../problems/external-problem-codes.ts";

/** The codes of problems with people, sessions and keys. */
export const peopleProblemCodes = {
  "person-unknown": {
    statuses: [404],
    meaning: "There is no such person in the project, or you may not act for them.",
    remedy: "Check the id against the members of the project.",
  },
  "no-session": {
    statuses: [409],
    meaning: "The request is about the session of a browser, and was made with a key.",
    remedy: "Send the header `askback-project` with each request instead.",
  },
  "session-unknown": {
    statuses: [404],
    meaning: "There is no such session, it has ended, or it is of somebody whom you do not manage.",
    remedy: "List the sessions again.",
  },
  "provider-unavailable": {
    statuses: [503],
    meaning: "The OpenID Connect provider that is configured cannot be reached, or does not answer as one.",
    remedy: "Try again. The server's log has the reason; check `issuer` in the config.",
  },
  "sign-in-refused": {
    statuses: [401],
    meaning:
      "What came back from the OpenID Connect provider is not the answer to a sign-in that this browser began: it was used before, is of another browser, took too long, or the person said no.",
    remedy: "Start the sign-in again.",
  },
  "not-admitted": {
    statuses: [403],
    meaning: "The person has signed in at the provider, and is no member of a project here.",
    remedy: "Accept an invitation, or let the config admit the verified address (`admit`).",
  },
  "no-person": {
    statuses: [409],
    meaning: "The request is about a person, and was made with a key that is none.",
    remedy: "Sign in, and make it as a person.",
  },
  "managed-elsewhere": {
    statuses: [403],
    meaning: "The person is also in projects that you do not manage, so that you may not act for them.",
    remedy: "Remove them from your project, or ask the person to whom the server belongs.",
  },
  "operator-only": {
    statuses: [403],
    meaning: "Only the person to whom the server belongs may do that: `owner` in the project `default`.",
    remedy: "Ask them, or use the key in the server's data folder.",
  },
  "last-owner": {
    statuses: [409],
    meaning: "A project would have no owner left who can sign in.",
    remedy: "Make somebody else an owner first.",
  },
  "project-exists": {
    statuses: [409],
    meaning: "There is a project with this id.",
    remedy: "Choose another id.",
  },
  "group-unknown": {
    statuses: [404],
    meaning: "The project has no such group.",
    remedy: "List the groups with `GET /v1/groups`.",
  },
  "group-name-taken": {
    statuses: [409],
    meaning: "Another group of the project has the name.",
    remedy: "Choose another name.",
  },
  "invitation-unknown": {
    statuses: [404],
    meaning: "There is no such invitation, or it was accepted, revoked or has expired.",
    remedy: "List the invitations with `GET /v1/invitations`.",
  },
  "invitation-expired": {
    statuses: [401],
    meaning: "The invitation was accepted, which is possible once, was revoked, or is older than seven days.",
    remedy: "Ask for a new one.",
  },
  "key-unknown": {
    statuses: [404],
    meaning: "The project has no such stored key, or it is revoked.",
    remedy: "List the keys with `GET /v1/keys`. A key of the config is removed there.",
  },
  "key-name-taken": {
    statuses: [409],
    meaning: "A person or a key of the config has this name, and the new key would act as them.",
    remedy: "Choose another name.",
  },
} as const satisfies Readonly<Record<string, ProblemCodeText>>;

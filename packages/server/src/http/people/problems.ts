import type { Problem } from "../problems/problem.ts";

/** Problems with people, sessions and keys. */
export const peopleProblems = {
  noProject: {
    status: 403,
    code: "forbidden",
    title: "You are a member of no project",
    hint: "Ask an owner of a project for an invitation.",
  },
  linkExpired: {
    status: 401,
    code: "link-expired",
    title: "This sign-in link is not valid: it was used, is too old, or of another server",
    hint: "Get a new one.",
  },
  personUnknown: {
    status: 404,
    code: "person-unknown",
    title: "There is no such person",
    hint: "The members of the project: GET /v1/members.",
  },
  sessionUnknown: {
    status: 404,
    code: "session-unknown",
    title: "There is no such session",
    hint: "List your own: GET /v1/sessions.",
  },
  noSession: {
    status: 409,
    code: "no-session",
    title: "Only a browser that is signed in has a session",
    hint: "Send the header askback-project with each request instead.",
  },
  providerUnavailable: {
    status: 503,
    code: "provider-unavailable",
    title: "The provider that signs people in cannot be reached",
    hint: "Try again in a moment; the server's log has the reason.",
  },
  signInRefused: {
    status: 401,
    code: "sign-in-refused",
    title: "The provider's answer does not belong to a sign-in of this browser",
    hint: "Start the sign-in again.",
  },
  notAdmitted: {
    status: 403,
    code: "not-admitted",
    title: "This account is no member of a project here",
    hint: "Ask an owner of a project for an invitation.",
  },
  noPerson: {
    status: 409,
    code: "no-person",
    title: "This key is not a person's",
    hint: "Sign in, and make the request as a person.",
  },
  managedElsewhere: {
    status: 403,
    code: "managed-elsewhere",
    title: "You do not manage all projects of this person",
    hint: "Remove them from your project: DELETE /v1/members/{id}.",
  },
  operatorOnly: {
    status: 403,
    code: "operator-only",
    title: "Only the person to whom the server belongs may do that",
    hint: "Use the key in the server's data folder, keys/answer.",
  },
  lastOwner: {
    status: 409,
    code: "last-owner",
    title: "A project would have no owner left who can sign in",
    hint: "Make somebody else an owner first.",
  },
  projectExists: {
    status: 409,
    code: "project-exists",
    title: "There is a project with this id",
    hint: "Choose another id.",
  },
  groupUnknown: {
    status: 404,
    code: "group-unknown",
    title: "There is no such group",
    hint: "The groups of the project: GET /v1/groups.",
  },
  groupNameTaken: {
    status: 409,
    code: "group-name-taken",
    title: "Another group of the project has this name",
    hint: "Choose another name, or put the people of both into one group.",
  },
  invitationUnknown: {
    status: 404,
    code: "invitation-unknown",
    title: "There is no such invitation",
    hint: "The open invitations of the project: GET /v1/invitations.",
  },
  invitationExpired: {
    status: 401,
    code: "invitation-expired",
    title: "This invitation is not valid: it was accepted, revoked or is too old",
    hint: "Ask for a new one.",
  },
  keyUnknown: {
    status: 404,
    code: "key-unknown",
    title: "There is no such key",
    hint: "The stored keys of the project: GET /v1/keys.",
  },
  keyNameTaken: {
    status: 409,
    code: "key-name-taken",
    title: "A person or a configured key has this name",
    hint: "Choose another name, so that it is clear who did something.",
  },
} as const satisfies Record<string, Problem>;

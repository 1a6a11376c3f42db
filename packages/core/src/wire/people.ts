import * as z from "zod";
import { type RequestBody, type ResponseBody, Time } from "./schema.ts";

const PersonId = z.string().min(1).max(80).meta({ description: "The id of a person", example: "per_3f2a" });
const ProjectId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be 1 to 60 of a-z, 0-9 and -, and begin with a letter or digit")
  .meta({ example: "garden" });
const roles = ["owner", "member", "viewer"] as const;
const Role = z.enum(roles).meta({ description: "An owner also manages the project, a viewer only reads" });
export const PersonName = z.string().trim().min(1).max(80);
const GroupName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, "must be 1 to 60 letters, digits, spaces, dots, - or _")
  .meta({ example: "deploy" });
export const GroupNames = z.array(GroupName).max(50);

export const Avatar = z
  .object({
    symbol: z.string().min(1).max(8).meta({ description: "A letter or an emoji" }),
    hue: z.int().min(0).max(359).meta({ description: "The colour's angle, from 0 to 359" }),
  })
  .meta({ id: "Avatar", description: "The square that stands for somebody" });

export const OwnProject = z.object({ id: z.string(), name: z.string(), role: Role }).meta({ id: "OwnProject" });
export type OwnProject = ResponseBody<typeof OwnProject>;

/** `PATCH /v1/me` */
export const UpdateMe = z.strictObject({ name: PersonName.optional(), avatar: Avatar.nullable().optional() });
export type UpdateMe = RequestBody<typeof UpdateMe>;

/** `POST /v1/sign-in-links` */
export const CreateSignInLink = z.strictObject({ person: PersonId.optional() });
export type CreateSignInLink = RequestBody<typeof CreateSignInLink>;

export const SignInLink = z
  .object({
    url: z.string(),
    path: z.string().meta({ description: "The link without the address of the server" }),
    expiresAt: Time,
  })
  .meta({ id: "SignInLink" });
export type SignInLink = ResponseBody<typeof SignInLink>;

/** `GET /v1/sessions` */
export const SessionQuery = z.object({ person: PersonId.optional() });

/** A browser in which somebody is signed in. */
export const Session = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: "What the browser says it is", example: "Firefox on Linux" }),
    createdAt: Time,
    lastSeenAt: Time.meta({ description: "To the minute" }),
    expiresAt: Time,
    isCurrent: z.boolean().meta({ description: "Whether it is the one that makes the request" }),
  })
  .meta({ id: "Session" });
export type Session = ResponseBody<typeof Session>;

/** `PUT /v1/session` */
export const ChooseProject = z.strictObject({ project: z.string().min(1).max(80) });
export type ChooseProject = RequestBody<typeof ChooseProject>;

/** A person as everybody in their project sees them. */
export const Person = z.object({ id: z.string(), name: z.string(), avatar: Avatar.optional() }).meta({ id: "Person" });
export type Person = ResponseBody<typeof Person>;

/** `GET /v1/people` */
export const PeopleQuery = z.object({
  id: z
    .union([PersonId, z.array(PersonId).max(100)])
    .optional()
    .meta({ description: "Repeated for each person; without it, the members" }),
});

export const Member = Person.extend({
  email: z.string().optional().meta({ description: "Only for those who manage the project" }),
  role: Role,
  groups: z.array(z.string()),
  formerGroups: z.array(z.string()).optional().meta({ description: "Earlier names of these groups" }),
  joinedAt: Time,
  isDisabled: z.boolean().optional().meta({ description: "Nobody can sign in as this person" }),
}).meta({ id: "Member" });
export type Member = ResponseBody<typeof Member>;

const Email = z.email().max(200);

/** `POST /v1/members` */
export const AddMember = z.strictObject({
  name: PersonName,
  email: Email.optional(),
  role: Role.default("member"),
  groups: GroupNames.default([]),
});
export type AddMember = RequestBody<typeof AddMember>;

/** `PATCH /v1/members/{id}` */
export const ChangeMember = z.strictObject({
  role: Role.optional(),
  isDisabled: z.boolean().optional().meta({ description: "Whether nobody can sign in as this person" }),
});
export type ChangeMember = RequestBody<typeof ChangeMember>;

export const Group = z
  .object({
    name: z.string(),
    people: z.array(z.string()),
    formerNames: z
      .array(z.string())
      .optional()
      .meta({ description: "Its earlier names: what names it so still means it" }),
  })
  .meta({ id: "Group" });
export type Group = ResponseBody<typeof Group>;

export const GroupParams = z.object({ name: GroupName });

/** `PUT /v1/groups/{name}` */
export const SaveGroup = z.strictObject({ people: z.array(PersonId).max(500) });
export type SaveGroup = RequestBody<typeof SaveGroup>;

/** `POST /v1/groups/{name}/rename` */
export const RenameGroup = z.strictObject({ to: GroupName });
export type RenameGroup = RequestBody<typeof RenameGroup>;

/** `POST /v1/invitations` */
export const CreateInvitation = z.strictObject({
  role: Role.default("member"),
  groups: GroupNames.default([]),
  email: Email.optional().meta({ description: "Whom it is for; it is kept with the invitation" }),
});
export type CreateInvitation = RequestBody<typeof CreateInvitation>;

export const Invitation = z
  .object({
    id: z.string(),
    role: Role,
    groups: z.array(z.string()),
    email: z.string().optional(),
    invitedBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
  })
  .meta({ id: "Invitation" });
export type Invitation = ResponseBody<typeof Invitation>;

export const CreatedInvitation = Invitation.extend({
  url: z.string().meta({ description: "The link by which one person joins; it is shown only here" }),
  path: z.string().meta({ description: "The link without the address of the server" }),
}).meta({ id: "CreatedInvitation" });
export type CreatedInvitation = ResponseBody<typeof CreatedInvitation>;

/** `POST /v1/projects` */
export const CreateProject = z.strictObject({ id: ProjectId, name: z.string().trim().min(1).max(80).optional() });
export type CreateProject = RequestBody<typeof CreateProject>;

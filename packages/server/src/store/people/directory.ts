/** The roles in a project: a viewer only reads, a member also answers, an owner also manages it. */
export const roles = ["owner", "member", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The person of a server that was never told of others: its data folder's key and link are theirs. */
export const ownerId = "owner";
export const defaultProject = "default";

export interface Avatar {
  /** A letter or an emoji. */
  readonly symbol: string;
  /** The colour's angle, from 0 to 359. */
  readonly hue: number;
}

export interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly avatar?: Avatar | undefined;
}

export interface Person extends NewPerson {
  readonly createdAt: number;
  /** Since when nobody can sign in as this person. */
  readonly disabledAt?: number | undefined;
}

export interface Membership {
  readonly project: string;
  readonly projectName: string;
  readonly role: Role;
  readonly groups: readonly string[];
  /** The names that these groups had before, which audiences may still name. */
  readonly formerGroups: readonly string[];
}

/** A person and what they are in each of their projects. */
export interface Access {
  readonly person: Person;
  readonly memberships: readonly Membership[];
}

export interface Member {
  readonly person: Person;
  readonly role: Role;
  readonly groups: readonly string[];
  /** The names that these groups had before. */
  readonly formerGroups: readonly string[];
  readonly joinedAt: number;
}

export interface Group {
  readonly name: string;
  /** The ids of its people. */
  readonly people: readonly string[];
}

/** A group as it is listed. */
export interface ListedGroup extends Group {
  /** Its earlier names, by which whatever named it still means it. */
  readonly formerNames: readonly string[];
}

export interface NewMember {
  readonly project: string;
  readonly role: Role;
  readonly groups: readonly string[];
  readonly at: number;
}

export interface Invitation extends NewMember {
  readonly id: string;
  readonly email?: string | undefined;
  readonly invitedBy: string;
  readonly expiresAt: number;
  readonly acceptedBy?: string | undefined;
}

export interface NewInvitation extends Omit<Invitation, "acceptedBy"> {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
}

/** An invitation is accepted by somebody who is known, or by a new person. */
export type Invited = { readonly id: string } | NewPerson;

export type MemberChange = "done" | "unknown" | "last-owner";
export type Renaming = "done" | "unknown" | "taken";

/** People, projects and who is what in them. Times come in as data, by the store's clock. */
export interface Directory {
  /** Returns who somebody is and what they may do where, also if they are disabled. */
  access(person: string): Promise<Access | undefined>;
  /** Returns the access of several people at once, by their ids; those that are unknown are left out. */
  accessOf(people: readonly string[]): Promise<ReadonlyMap<string, Access>>;
  /** Returns those of these people who are or were members of a project. */
  people(project: string, ids: readonly string[]): Promise<readonly Person[]>;
  updatePerson(id: string, change: { readonly name?: string; readonly avatar?: Avatar | null }): Promise<void>;
  /** Nobody can sign in as this person from then on; the projects of the person keep another owner. */
  disablePerson(id: string, at: number): Promise<MemberChange>;
  enablePerson(id: string): Promise<void>;

  /** False where there is a project with this id. */
  createProject(project: { readonly id: string; readonly name: string; readonly at: number }): Promise<boolean>;
  projectName(id: string): Promise<string | undefined>;

  members(project: string): Promise<readonly Member[]>;
  /** Adds somebody who is known, or a new person; who is a member already keeps a role that allows more. */
  addMember(person: Invited, member: NewMember): Promise<void>;
  /** A project keeps an owner who can sign in. */
  changeRole(project: string, person: string, role: Role): Promise<MemberChange>;
  removeMember(project: string, person: string, at: number): Promise<MemberChange>;

  groups(project: string): Promise<readonly ListedGroup[]>;
  /**
   * Creates the group, or replaces its people; who is not a member of the project is left out. The former name of another
   * group is that of this one from then on.
   */
  saveGroup(project: string, group: Group): Promise<void>;
  /** The group keeps its people, and whatever names it by the old name still means it. The same again is done already. */
  renameGroup(project: string, name: string, to: string): Promise<Renaming>;
  /** False where there is no such group. */
  deleteGroup(project: string, name: string): Promise<boolean>;

  invite(invitation: NewInvitation): Promise<void>;
  /** Lists the invitations that can be accepted, newest first. */
  invitations(project: string, now: number): Promise<readonly Invitation[]>;
  /** One that can be accepted, by the hash of its token. */
  invitation(hash: string, now: number): Promise<Invitation | undefined>;
  /** False where there is none that could be accepted. */
  revokeInvitation(project: string, id: string): Promise<boolean>;
  /**
   * Makes somebody a member, once: of two who accept, one gets false. An identity is theirs from then on; where it belongs to
   * somebody already, nothing happens.
   */
  acceptInvitation(hash: string, person: Invited, now: number, identity?: Identity): Promise<boolean>;

  /** Finds people who can sign in and have this mail address, which an owner or a provider has given them; a few at most. */
  withEmail(address: string): Promise<readonly Person[]>;

  /** The person whom another system knows by this name. */
  identified(identity: Identity): Promise<string | undefined>;
  /** Returns the people of a project whom only backends vouch for: nobody else has named them. */
  vouchedFor(project: string): Promise<ReadonlySet<string>>;
  /** Adds a new person with an identity as a member; nothing happens where the identity belongs to somebody already. */
  addIdentified(identity: Identity, person: NewPerson, member: NewMember): Promise<boolean>;
}

/** How the issuer of an identity begins whom a backend of a project names. */
export const backendIssuer = "project:";

/** How another system names a person. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

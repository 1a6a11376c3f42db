/** A link that signs somebody in, once. */
export interface SignInLink {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  readonly person: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A browser in which somebody is signed in. */
export interface Session {
  readonly id: string;
  readonly person: string;
  /** The project that the person looks at; their first one unless they chose. */
  readonly project?: string | undefined;
  /** The browser says that it is this device. */
  readonly device: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** SHA-256 of the token in the cookie, in hex. */
  readonly hash: string;
  readonly rotatedAt: number;
  /** The token before the rotation, which is valid until the new one has been used for a while. */
  readonly previousHash?: string | undefined;
  /** When the token of the last rotation was used first. */
  readonly confirmedAt?: number | undefined;
}

export type NewSession = Omit<Session, "lastSeenAt" | "rotatedAt" | "previousHash" | "confirmedAt">;

export const storedScopes = [
  "ask",
  "answer",
  "read",
  "metrics",
  "admin",
  "tokens",
  "tokens:members",
  "tokens:groups",
] as const;
export type StoredScope = (typeof storedScopes)[number];

export interface NewApiKey {
  readonly id: string;
  /** The name of its holder; several keys with one name are one caller, so that a key can be replaced. */
  readonly name: string;
  readonly project: string;
  readonly scopes: readonly StoredScope[];
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
}

export interface ApiKey extends NewApiKey {
  readonly lastUsedAt?: number | undefined;
  readonly revokedAt?: number | undefined;
}

export interface Rotation {
  readonly id: string;
  /** The token that was shown; if another rotation replaced it meanwhile, nothing changes. */
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly expiresAt: number;
  /** The token of a rotation before this time that was never used is taken for lost on its way, and replaced. */
  readonly lostBefore: number;
}

/** People and programs show credentials to be let in; only hashes of them are stored. Times come in as data, by the store's clock. */
export interface Credentials {
  createLink(link: SignInLink): Promise<void>;
  /** A link that can be used, without using it. */
  link(hash: string, now: number): Promise<SignInLink | undefined>;
  /** Uses a link up: of all who try, one gets the person. */
  redeemLink(hash: string, now: number): Promise<string | undefined>;

  createSession(session: NewSession): Promise<void>;
  /** The session of a token, also of the one before the last rotation. */
  session(hash: string): Promise<Session | undefined>;
  sessionById(id: string): Promise<Session | undefined>;
  /** Of a person, the last used first. */
  sessions(person: string, now: number): Promise<readonly Session[]>;
  /** False where another request did it first. */
  rotateSession(rotation: Rotation): Promise<boolean>;
  /** Records that a token was used; the first use of a new one shows that it has arrived. */
  touchSession(hash: string, now: number): Promise<void>;
  chooseProject(id: string, project: string): Promise<void>;
  /** False where there is no such session. */
  endSession(id: string): Promise<boolean>;
  endSessionsOf(person: string): Promise<void>;

  createKey(key: NewApiKey): Promise<void>;
  /** Also one that is revoked or expired. */
  apiKey(id: string): Promise<ApiKey | undefined>;
  /** Of a project, newest first, without those that are revoked. */
  apiKeys(project: string): Promise<readonly ApiKey[]>;
  /** Returns those of these names that belong to a key of the project which may answer now: neither revoked nor expired. */
  answeringKeys(project: string, names: readonly string[], now: number): Promise<readonly string[]>;
  /** False where there is no such key, or it is revoked already. */
  revokeKey(project: string, id: string, now: number): Promise<boolean>;
  touchKey(id: string, now: number): Promise<void>;

  /** Deletes links and sessions that can no longer be used. */
  deleteExpired(now: number): Promise<void>;
}

import type { Reader } from "./notifications.ts";

/** Links by which one person answers one inquiry, once. Only their hashes are stored, and they go with the inquiry. */
export interface AnswerLinkStore {
  create(link: NewAnswerLink): Promise<void>;
  find(hash: string): Promise<AnswerLink | undefined>;
  /** Marks it as used; returns whether it was not before. */
  use(hash: string): Promise<boolean>;
  /** Deletes those that expired so long ago. */
  deleteExpired(ageMs: number): Promise<void>;
}

export interface NewAnswerLink extends Reader {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  readonly inquiryId: string;
  readonly lifetimeMs: number;
}

export interface AnswerLink extends Omit<NewAnswerLink, "lifetimeMs"> {
  readonly expiresAt: number;
  readonly usedAt?: number;
}

export const linksPerDelete = 500;

export function rowToAnswerLink(row: Readonly<Record<string, unknown>>): AnswerLink {
  return {
    hash: String(row.hash),
    inquiryId: String(row.inquiry_id),
    project: String(row.project),
    person: String(row.person),
    expiresAt: Number(row.expires_at),
    ...(row.used_at != null && { usedAt: Number(row.used_at) }),
  };
}

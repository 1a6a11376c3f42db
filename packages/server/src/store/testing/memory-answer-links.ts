import type { Clock } from "../../clock.ts";
import type { AnswerLink, AnswerLinkStore } from "../answer-links.ts";

interface MemoryAnswerLinks extends AnswerLinkStore {
  eraseInquiry(inquiryId: string): void;
}

interface MemoryAnswerLinksOptions {
  readonly clock: Clock;
  hasInquiry(id: string): boolean;
  write<Value>(work: () => Value): Promise<Value>;
}

export function createMemoryAnswerLinks({ clock, hasInquiry, write }: MemoryAnswerLinksOptions): MemoryAnswerLinks {
  const links = new Map<string, AnswerLink>();
  return {
    eraseInquiry(inquiryId) {
      for (const [hash, link] of links) if (link.inquiryId === inquiryId) links.delete(hash);
    },
    create: ({ lifetimeMs, ...link }) =>
      write(() => {
        if (hasInquiry(link.inquiryId)) links.set(link.hash, { ...link, expiresAt: clock.now() + lifetimeMs });
      }),
    find: async (hash) => links.get(hash),
    use: (hash) =>
      write(() => {
        const link = links.get(hash);
        if (!link || link.usedAt !== undefined) return false;
        links.set(hash, { ...link, usedAt: clock.now() });
        return true;
      }),
    deleteExpired: (ageMs) =>
      write(() => {
        for (const [hash, { expiresAt }] of links) if (expiresAt < clock.now() - ageMs) links.delete(hash);
      }),
  };
}

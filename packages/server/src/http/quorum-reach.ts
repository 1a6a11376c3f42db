import { type InquiryRecord, isWithinReach, type Member } from "@askback/core";
import type { Directory } from "../store/people/directory.ts";

type Asked = Parameters<typeof isWithinReach>[0];

/** Tells whether so few people are left that calls which several must allow cannot be completed; the members of a project are read once. */
export function createQuorumReach(directory: Pick<Directory, "members">, project: string) {
  let members: Promise<readonly Member[]> | undefined;

  async function read(): Promise<readonly Member[]> {
    const answering = (await directory.members(project)).filter(
      ({ role, person }) => role !== "viewer" && person.disabledAt === undefined,
    );
    return answering.map(({ person, groups }) => ({ by: person.id, groups }));
  }

  return {
    async isBeyond(asked: Asked & Partial<Pick<InquiryRecord, "status">>): Promise<boolean> {
      if (!asked.quorum || (asked.status !== undefined && asked.status !== "open")) return false;
      members ??= read();
      return !isWithinReach(asked, await members);
    },
  };
}

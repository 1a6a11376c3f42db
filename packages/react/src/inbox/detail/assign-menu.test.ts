import type { Member } from "@askback/core/wire";
import { expect, test } from "vitest";
import { isAssignable, ownAct } from "./assign-menu.tsx";

const ana: Pick<Member, "id" | "role" | "groups" | "isDisabled"> = { id: "per_ana", role: "member", groups: ["ops"] };

test("[AUDIENCE-7] an inquiry is assignable to those who may answer it", () => {
  expect(isAssignable({}, ana)).toBe(true);
  expect(isAssignable({}, { ...ana, role: "owner" })).toBe(true);
  expect(isAssignable({}, { ...ana, role: "viewer" })).toBe(false);
  expect(isAssignable({}, { ...ana, isDisabled: true })).toBe(false);
  expect(isAssignable({ audience: { people: ["per_ana"] } }, ana)).toBe(true);
  expect(isAssignable({ audience: { groups: ["ops"] } }, ana)).toBe(true);
  expect(isAssignable({ audience: { people: ["per_bob"], groups: ["legal"] } }, ana)).toBe(false);
});

test("[AUDIENCE-7] an approval is not assignable to who asked for it or has allowed it", () => {
  const quorum = { rules: [{ count: 2 }], excludes: ["per_ana"] };
  expect(isAssignable({ quorum }, ana)).toBe(false);
  expect(isAssignable({ quorum }, { ...ana, id: "per_bob" })).toBe(true);
  const agreements = [{ by: "per_ana", at: "2026-11-15T09:00:00.000Z" }];
  expect(isAssignable({ agreements }, ana)).toBe(false);
});

test("[AUDIENCE-11] what nobody can answer is offered to owners, and to others only as far as they may answer", () => {
  const actsOf = (inquiry: Parameters<typeof ownAct>[0]) =>
    [true, false].map((isOwner) => ownAct(inquiry, { me: "per_ana", isOwner }));
  const stuck = { isUnanswerable: true } as const;
  const outside = { ...stuck, mayAnswer: false } as const;
  expect(actsOf(outside)).toEqual(["assign", undefined]);
  expect(actsOf(stuck)).toEqual(["assign", "take"]);
  const taken = { ...stuck, takenBy: "per_ana" };
  expect(actsOf(taken)).toEqual(["release", "release"]);
  // Whoever has agreed may not do so again.
  expect(actsOf({ ...taken, mayAnswer: false })).toEqual(["release", "release"]);
  expect(actsOf({ mayAnswer: false })).toEqual([undefined, undefined]);
});

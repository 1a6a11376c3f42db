/** The key of a second person in the config of the tests. */
export const colleagueKey = "ans_of_a_colleague";

/** The keys of so many other people, whose names are in them. */
export function createPeopleKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `ans_of_person${index + 1}`);
}

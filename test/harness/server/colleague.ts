/** The key of a second person in the config of the tests. */
export const colleagueKey = "ans_of_a_colleague";

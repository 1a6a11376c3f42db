/** The key of a second person, whom the config of the tests knows. */
export const colleagueKey = "ans_of_a_colleague";

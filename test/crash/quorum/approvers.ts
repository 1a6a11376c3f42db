/** The keys of people other than the one who starts conversations. */
export const approverKeys = { first: "ans_first_approver", second: "ans_second_approver" } as const;

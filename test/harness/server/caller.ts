/** The key of a program that asks, whose webhook is ASKBACK_TEST_WEBHOOK. */
export const callerKey = "ask_of_the_caller";

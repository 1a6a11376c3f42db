/** The version of every package, written here only. */
export const version = "0.1.0";

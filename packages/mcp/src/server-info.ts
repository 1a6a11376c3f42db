import { version } from "@askback/core";

/** How the server names itself to clients. */
export const serverInfo = { name: "askback", title: "Askback", version } as const;

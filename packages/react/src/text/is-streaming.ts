import { createContext } from "react";

/** Whether a text is still being written, so that nothing is done to it that would be done again with the next letter. */
export const IsStreaming = createContext(false);

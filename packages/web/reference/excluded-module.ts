/** Stands for the parts of Scalar that this page leaves out, by the names that the rest of it imports. */

/** Of `@scalar/use-toasts`, which adds a style element that our content security policy forbids. */
export function useToasts() {
  return { initializeToasts: () => {}, toast: () => {} };
}

export function ScalarToasts(): null {
  return null;
}

/** Of `@scalar/agent-chat`, a chat with a service elsewhere. */
export function Chat(): null {
  return null;
}

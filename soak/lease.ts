/** How long a server of the soak may be silent before others take over what it works on. */
export const leaseMs = 2_000;

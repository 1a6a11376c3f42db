/** The lease of the servers in the soak. */
export const leaseMs = 2_000;

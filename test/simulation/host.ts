/** The machine that a simulated server runs on. */
export interface Host {
  readonly name: string;
  /** `gone` once its history is over: every call from it fails at once. */
  state: "up" | "frozen" | "down" | "gone";
  /** Whether its server takes no more requests. */
  isDraining: boolean;
  thawsAt: number;
}

export function createHost(name: string): Host {
  return { name, state: "up", isDraining: false, thawsAt: 0 };
}

/** An error that the simulation injects; any other error is a fault of the product. */
export class SimulatedFault extends Error {
  override readonly name = "SimulatedFault";
}

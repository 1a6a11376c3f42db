/** The machine that a simulated server runs on. */
export interface Host {
  readonly name: string;
  /** `gone` once its history is over: then whatever its code still tries fails at once. */
  state: "up" | "frozen" | "down" | "gone";
  /** Whether its server takes no more requests. */
  isDraining: boolean;
  thawsAt: number;
}

export function createHost(name: string): Host {
  return { name, state: "up", isDraining: false, thawsAt: 0 };
}

/** What the simulation makes fail, so that any other error is known to be the product's. */
export class SimulatedFault extends Error {
  override readonly name = "SimulatedFault";
}

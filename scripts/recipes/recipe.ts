import type { Packages } from "../on-demand.ts";
import type { Output } from "./output.ts";

/** An example of `examples/recipes`, and how its host is run here. */
export interface Recipe {
  readonly name: string;
  /** The version of the host. */
  readonly version: string;
  readonly packages: Packages;
  readonly overrides?: Packages;
  /** The files of the example that are about this host. */
  readonly files: readonly string[];
  /** What of the host ran: the package, its server, or what stands in for it. */
  readonly ran: string;
  open(place: Place): Promise<Host>;
}

/** Where the programs of a recipe run. */
export interface Place {
  /** Has the files of the examples and the packages of the recipe. */
  readonly folder: string;
  /** The addresses and secrets of Askback, as the programs read them. */
  readonly env: Readonly<Record<"ASKBACK_URL" | "ASKBACK_KEY" | "WEBHOOK_URL" | "WEBHOOK_SECRET", string>>;
}

/** A host with the recipe on it. */
export interface Host {
  /** Starts everything, new or again, and the release of a version, unless that was started before. */
  start(version: string): Promise<void>;
  /** Waits until the run that was killed in its ask is given up, where the host does that instead of running the step again. */
  untilGivenUp?(): Promise<void>;
  /** Waits until the host has recorded that the run waits, where it loses the run before. */
  untilWaiting?(): Promise<void>;
  /** Waits until the host has recorded the end of the release of a version. */
  untilOver(version: string): Promise<void>;
  /** Kills everything with SIGKILL. */
  kill(): Promise<void>;
  /** Has the line "deployed 4.2" each time when version 4.2 is deployed. */
  readonly output: Output;
}

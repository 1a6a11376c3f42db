import { type Acknowledged, playPerson, type World } from "./person.ts";
import { plotOf } from "./plot.ts";

/** People who keep so many conversations in flight: whenever one is done, another begins. */
export interface Crowd {
  readonly inFlight: number;
  readonly done: number;
  readonly acknowledged: readonly Acknowledged[];
  /** What servers said that they should not have. */
  readonly surprises: readonly string[];
  /** Resolves when so many conversations are in flight. */
  gather(): Promise<void>;
  /** Begins no more; resolves when all that began are done. */
  finish(): Promise<void>;
}

export interface CrowdOptions extends Pick<World, "client" | "watcher" | "seed"> {
  readonly size: number;
  /** How long a person thinks about an inquiry, at most. */
  readonly thinkMs: number;
}

/** In the end everybody is quick. */
const hurryMs = 500;
/** How many come in at once. */
const doors = 20;

export function createCrowd({ size, thinkMs, ...own }: CrowdOptions): Crowd {
  const acknowledged: Acknowledged[] = [];
  const surprises: string[] = [];
  const playing: Promise<void>[] = [];
  const gathered = Promise.withResolvers<void>();
  let begun = 0;
  let done = 0;
  let isFinishing = false;

  async function play(started: () => void): Promise<void> {
    const world: World = {
      ...own,
      started,
      thinkMs: () => (isFinishing ? hurryMs : thinkMs),
      acknowledged: (what) => acknowledged.push(what),
      surprised: (what) => surprises.push(what),
    };
    do {
      begun += 1;
      await playPerson(world, plotOf(own.seed, begun));
      done += 1;
      // Whoever is done early does not get in the way of those who still come.
      await gathered.promise;
    } while (!isFinishing);
  }

  async function letIn(): Promise<void> {
    while (playing.length < size) {
      const { promise: started, resolve } = Promise.withResolvers<void>();
      const player = play(resolve);
      playing.push(player);
      await Promise.race([started, player]);
    }
  }

  return {
    acknowledged,
    surprises,
    get inFlight() {
      return begun - done;
    },
    get done() {
      return done;
    },
    async gather() {
      await Promise.all(Array.from({ length: doors }, letIn));
      gathered.resolve();
    },
    async finish() {
      isFinishing = true;
      await Promise.all(playing);
    },
  };
}

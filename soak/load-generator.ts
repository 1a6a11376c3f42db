import { runAsker } from "./asker.ts";
import { type Acknowledged, type PersonOptions, type Resume, runPerson } from "./person.ts";
import { createScenario } from "./scenario.ts";

/** Keeps a number of conversations in flight: whenever one is done, another starts. */
export interface LoadGenerator {
  readonly inFlight: number;
  readonly done: number;
  readonly acknowledged: Acknowledged[];
  /** Responses that a server must not give. */
  readonly violations: readonly string[];
  /** How many conversations were finished, also again. */
  readonly finished: number;
  /** Goes on with the conversations that were finished since a count, because a restore may have undone that. */
  resume(since: number): void;
  /** Resolves when all conversations are in flight. */
  rampUp(): Promise<void>;
  /** Starts no more conversations; resolves when all are done. */
  finish(): Promise<void>;
}

export interface LoadOptions extends Pick<PersonOptions, "client" | "watcher" | "seed" | "restores"> {
  readonly size: number;
  /** The longest time that a person takes to react to an inquiry. */
  readonly thinkMs: number;
}

/** At the end all people react fast. */
const finishThinkMs = 500;
const concurrentStarts = 20;
/** One in so many conversations is that of a program which asks from elsewhere. */
const asksPerConversations = 4;

export function createLoadGenerator({ size, thinkMs, ...shared }: LoadOptions): LoadGenerator {
  const acknowledged: Acknowledged[] = [];
  const violations: string[] = [];
  const people: Promise<void>[] = [];
  const finished: Resume[] = [];
  const rampedUp = Promise.withResolvers<void>();
  let started = 0;
  let done = 0;
  let isFinishing = false;

  async function runPeople(onStarted: () => void): Promise<void> {
    const options: PersonOptions = {
      ...shared,
      onStarted,
      thinkMs: () => (isFinishing ? finishThinkMs : thinkMs),
      onAcknowledged: (request) => acknowledged.push(request),
      onViolation: (violation) => violations.push(violation),
    };
    do {
      started += 1;
      const number = started;
      const isAsk = number % asksPerConversations === 0;
      finished.push(
        await (isAsk ? runAsker(options, number) : runPerson(options, createScenario(shared.seed, number))),
      );
      done += 1;
      // A conversation that is done early does not delay those that still have to start.
      await rampedUp.promise;
    } while (!isFinishing);
  }

  async function startPeople(): Promise<void> {
    while (people.length < size) {
      const { promise: firstStarted, resolve } = Promise.withResolvers<void>();
      const person = runPeople(resolve);
      people.push(person);
      await Promise.race([firstStarted, person]);
    }
  }

  return {
    acknowledged,
    violations,
    get inFlight() {
      return started - done;
    },
    get done() {
      return done;
    },
    get finished() {
      return finished.length;
    },
    resume(since) {
      for (const resume of finished.splice(since)) {
        done -= 1;
        const over = resume().then(() => {
          finished.push(resume);
          done += 1;
        });
        people.push(over);
      }
    },
    async rampUp() {
      await Promise.all(Array.from({ length: concurrentStarts }, startPeople));
      rampedUp.resolve();
    },
    async finish() {
      isFinishing = true;
      await Promise.all(people);
    },
  };
}

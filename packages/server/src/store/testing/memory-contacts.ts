import type { Clock } from "../../clock.ts";
import {
  type Contact,
  type ContactSettings,
  type ContactStore,
  maxSubscriptions,
  type Subscription,
} from "../contacts.ts";
import type { Reader } from "../notifications.ts";

interface MemoryContactsOptions {
  readonly clock: Clock;
  write<Value>(work: () => Value): Promise<Value>;
}

export function createMemoryContacts({ clock, write }: MemoryContactsOptions): ContactStore {
  const settings = new Map<string, ContactSettings>();
  const subscriptions = new Map<string, readonly Subscription[]>();
  const keyOf = ({ project, person }: Reader) => JSON.stringify([project, person]);

  function find({ project, person }: Reader): Contact | undefined {
    const key = keyOf({ project, person });
    const own = subscriptions.get(key) ?? [];
    const chosen = settings.get(key);
    return chosen || own.length > 0 ? { ...chosen, project, person, subscriptions: own } : undefined;
  }

  function changeOf(person: string, change: (own: readonly Subscription[]) => readonly Subscription[]): void {
    for (const [key, own] of subscriptions) if (JSON.parse(key)[1] === person) subscriptions.set(key, change(own));
  }

  return {
    find: async (person) => find(person),
    ofPeople: async (project, people) => people.flatMap((person) => find({ project, person }) ?? []),
    people: async (project) =>
      [...new Set([...settings.keys(), ...subscriptions.keys()])]
        .map((key) => JSON.parse(key) as [string, string])
        .flatMap(([own, person]) => (own === project && find({ project, person }) ? [person] : []))
        .sort(),
    save: (person, contact) => write(() => void settings.set(keyOf(person), contact)),
    addSubscription: (person, subscription) =>
      write(() => {
        const isOther = (one: Subscription) => one.endpoint !== subscription.endpoint;
        for (const [key, own] of subscriptions)
          if (JSON.parse(key)[1] !== person.person) subscriptions.set(key, own.filter(isOther));
        const others = (subscriptions.get(keyOf(person)) ?? []).filter(isOther);
        const all = [...others, { ...subscription, createdAt: clock.now() }];
        subscriptions.set(keyOf(person), all.slice(-maxSubscriptions));
      }),
    removeSubscription: (person, id) =>
      write(() => {
        const left = (subscriptions.get(keyOf(person)) ?? []).filter((one) => one.id !== id);
        subscriptions.set(keyOf(person), left);
      }),
    removeSubscriptionsOf: (person, session) =>
      write(() => changeOf(person, (own) => own.filter((one) => session !== undefined && one.session !== session))),
    moveSubscriptions: ({ person, from, to }) =>
      write(() => changeOf(person, (own) => own.map((one) => (one.session === from ? { ...one, session: to } : one)))),
  };
}

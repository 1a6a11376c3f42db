import type { Places } from "./places.ts";

/** Places that take nothing in any more once it is over; what they keep can still be read and deleted. */
export function placesUntil(places: Places, isOver: () => boolean): Places {
  const { database, notepad } = places;
  return {
    ...places,
    database: {
      ...database,
      set: async (key, value) => {
        if (!isOver()) await database.set(key, value);
      },
      update: (key, change) => database.update(key, (stored) => (isOver() ? undefined : change(stored))),
    },
    notepad: {
      ...notepad,
      set(key, text) {
        if (!isOver()) notepad.set(key, text);
      },
    },
  };
}

import type { Feed } from "../../feed/feed.ts";

/** A feed that says how many followers it has. */
export function countingFeed(feed: Feed): Feed & { readonly followers: number } {
  const open = new Set<object>();
  return {
    ...feed,
    get followers() {
      return open.size;
    },
    async follow(listener) {
      const following = await feed.follow(listener);
      open.add(following);
      return {
        ...following,
        stop() {
          open.delete(following);
          following.stop();
        },
      };
    },
  };
}

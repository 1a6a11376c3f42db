import type { Page } from "playwright-core";

/** All that the browser stores for the app: both storages, every database, every cache and the cookies, as one text. */
export async function readEverythingStored(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const requested = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await requested(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        found.push(name, store, await requested(objects.getAllKeys()), await requested(objects.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) found.push(response.url, await response.text());
    }
    return JSON.stringify(found);
  });
  return `${stored}\n${JSON.stringify(await page.context().cookies())}`;
}

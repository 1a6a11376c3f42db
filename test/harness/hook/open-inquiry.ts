import type { Inquiry } from "@askback/core/wire";
import { expect } from "vitest";
import type { Api } from "../server/api.ts";

/** Waits until so many inquiries are open, and returns the newest of them. */
export async function openInquiry(api: Api, count = 1): Promise<Inquiry> {
  const open = await openInquiries(api, count);
  const newest = open.at(-1);
  if (!newest) throw new Error("no inquiry is open");
  return newest;
}

/** Waits until so many inquiries are open; oldest first. */
export async function openInquiries(api: Api, count: number): Promise<readonly Inquiry[]> {
  const list = async (): Promise<readonly Inquiry[]> =>
    (await api.get("/v1/inquiries?status=open&order=oldest")).body.items;
  await expect.poll(async () => (await list()).length).toBe(count);
  return list();
}

import { expect } from "vitest";
import { type Frame, readFrames } from "./read-frames.ts";
import type { CallOptions, TestApp } from "./test-app.ts";

export async function openStream(app: TestApp, path: string, options?: CallOptions) {
  const response = await app.send("GET", path, options);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  return readFrames(response.body);
}

export async function take(frames: AsyncGenerator<Frame>, isLast: (frame: Frame) => boolean): Promise<Frame[]> {
  const taken: Frame[] = [];
  while (true) {
    const { value, done } = await frames.next();
    if (done) throw new Error(`the stream ended after ${JSON.stringify(taken)}`);
    taken.push(value);
    if (isLast(value)) return taken;
  }
}

export const isResolved = ({ event }: Frame) => event === "inquiry.resolved";

import { expect, test } from "vitest";
import { createRequestTimes } from "./request-times.ts";

test("[HTTP-6] /metrics has the times of requests as a histogram by method, route and status", () => {
  const times = createRequestTimes();
  const request = { method: "GET", route: "/v1/files/:id", status: 200 };
  for (const ms of [5, 5.5, 300, 20_000]) times.add({ ...request, ms });
  times.add({ method: "POST", route: 'a\\"b', status: 404, ms: 1 });
  const text = times.text();
  const labels = 'method="GET",route="/v1/files/:id",status="200"';
  const counts = (wanted: string) =>
    [...text.matchAll(/_bucket\{le="(.+?)",(.*)\} (\d+)$/gm)].flatMap(([, bound, of, count]) =>
      of === wanted ? `${bound}: ${count}` : [],
    );
  expect(text).toMatch(/^# HELP askback_http_request_seconds .+\n# TYPE askback_http_request_seconds histogram\n/);
  expect(counts(labels)).toEqual([
    ...["0.005: 1", "0.01: 2", "0.025: 2", "0.05: 2", "0.1: 2", "0.25: 2", "0.5: 3", "1: 3", "2.5: 3", "5: 3", "10: 3"],
    "+Inf: 4",
  ]);
  expect(text).toContain(`\naskback_http_request_seconds_sum{${labels}} 20.3105\n`);
  expect(text).toContain(`\naskback_http_request_seconds_count{${labels}} 4\n`);
  expect(counts('method="POST",route="a\\\\\\"b",status="404"').at(-1)).toBe("+Inf: 1");
});

import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problemResponse, problems } from "../problems/problem.ts";
import type { AppContext, AppEnv } from "../route.ts";

/**
 * Refuses bodies over the limit. A request that says its length is refused by that: hono's `bodyLimit` would turn it into
 * one of the platform, whose body is a stream, only to ask whether it has one. All others are counted by it. An ask may
 * have a state beside what it asks.
 */
export function limitBody(maxSize: number, { ofAsks }: { readonly ofAsks: number }): MiddlewareHandler<AppEnv> {
  const limitAll = limit(maxSize);
  const limitAsks = limit(ofAsks);
  return (context, next) => {
    const { method, path } = context.req;
    return (method === "POST" && path === "/v1/inquiries" ? limitAsks : limitAll)(context, next);
  };
}

function limit(maxSize: number): MiddlewareHandler<AppEnv> {
  const onError = (context: AppContext) => {
    // The rest of the body is not read, so nothing else can be sent on this connection.
    context.header("connection", "close");
    return problemResponse(context, problems.bodyTooLarge);
  };
  const countBody = bodyLimit({ maxSize, onError });
  return async (context, next) => {
    const { method } = context.req;
    if (method === "GET" || method === "HEAD") return next();
    const length = context.req.header("content-length");
    if (length === undefined || context.req.header("transfer-encoding") !== undefined) return countBody(context, next);
    return Number.parseInt(length, 10) > maxSize ? onError(context) : next();
  };
}

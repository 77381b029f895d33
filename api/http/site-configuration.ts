/** The site's configuration, read at most once a request. */
import type { Knex } from "knex";
import type { Configuration } from "#db/models/configuration.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import type { RouteMiddleware } from "./request-context.ts";

/**
 * Sets `state.configuration`, which reads when it is first asked: inside a transaction it is handed that, or the
 * request would wait for a second connection while it holds one.
 */
export const provideConfiguration =
  (db: Knex): RouteMiddleware =>
  async (ctx, next) => {
    let read: Promise<Configuration> | undefined;
    ctx.state.configuration = (at = db) => {
      read ??= readConfiguration(at);
      return read;
    };
    await next();
  };

/** Preloaded by server d: sends statements without names, as Knex does. */
import pg from "pg";

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...args: [string | pg.QueryConfig]) {
  if (typeof args[0] === "object") delete args[0].name;
  return Reflect.apply(query, this, args);
} as typeof query;

/**
 * Koa with Objection as a team would write it: models, relations fetched with the page, a transaction a submission. No
 * statement is named and none is merged with another; bounds and effects are the same.
 */
import knex from "knex";
import { Model } from "objection";
import pg from "pg";
import { serve } from "./koa.ts";
import { hosts, list, lookup } from "./reading.ts";
import { submit } from "./submission.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
Model.knex(
  knex({
    client: "pg",
    connection: {
      connectionString: process.env.DATABASE_URL ?? "",
      application_name: "koa-objection",
      options: "-c jit=off",
    },
    pool: { min: 10, max: 10 },
  }),
);

serve({
  "GET /api/visit": list,
  "GET /visitor/findHostUsers": hosts,
  "POST /api/request/search": lookup,
  "POST /api/request/simple/save": submit,
});

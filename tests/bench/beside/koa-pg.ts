/** The statements of the bare server behind Koa, over ordinary connections: what the framework costs. */
import { bareCalls } from "../bare/calls.ts";
import { Database } from "../bare/database.ts";
import { serve } from "./koa.ts";

const database = await Database.connect(process.env.DATABASE_URL ?? "", { name: "koa-pg", pipeline: false });

serve(
  Object.fromEntries(
    Object.entries(bareCalls).map(([route, handler]) => [route, (call) => handler({ ...call, database })]),
  ),
);

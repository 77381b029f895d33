/** For Knex's own command line: `npx knex --knexfile db/knexfile.ts …` with DATABASE_URL set. */
import { migrations } from "./migrate.ts";

export default { client: "pg", connection: process.env.DATABASE_URL, migrations };

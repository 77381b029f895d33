/** Task `admin:create`: the first administrator of a site on DATABASE_URL. */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createFirstAdmin } from "#api/domain/first-admin.ts";
import { InvalidInput } from "#api/errors.ts";
import { sayErrors } from "#api/http/language.ts";
import { connect } from "#db/knex.ts";
import { migrate } from "#db/migrate.ts";

const usage =
  "Usage: DATABASE_URL=… npm run admin:create -- --login <id> --name <name> --company <company>\n" +
  "The password is read from ADMIN_PASSWORD, or from the first line of standard input.";

async function readPassword(): Promise<string> {
  if (process.env.ADMIN_PASSWORD) return process.env.ADMIN_PASSWORD;
  if (process.stdin.isTTY) process.stderr.write("Password (it is shown while you type): ");
  for await (const line of createInterface(process.stdin)) return line;
  return "";
}

async function main(): Promise<void> {
  const { DATABASE_URL: url } = process.env;
  const text = { type: "string", default: "" } as const;
  const { values } = parseArgs({ options: { login: text, name: text, company: text } });
  if (!url || !values.login) throw new Error(usage);
  await migrate(url);
  const db = connect(url, { poolSize: 1 });
  try {
    const admin = {
      loginId: values.login,
      name: values.name,
      company: values.company,
      password: await readPassword(),
    };
    const isMade = await createFirstAdmin(db, admin);
    if (!isMade) throw new Error("There is an administrator already; they invite others from the console.");
    console.log(`${values.login} may sign in now, as administrator.`);
  } finally {
    await db.destroy();
  }
}

try {
  await main();
} catch (error) {
  const lines =
    error instanceof InvalidInput
      ? Object.entries(sayErrors("en", error.errors)).map(([field, message]) => `${field}: ${message}`)
      : [(error as Error).message];
  console.error(lines.join("\n"));
  process.exitCode = 1;
}

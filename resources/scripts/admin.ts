/** Tasks `admin:create` and `admin:invite`: the first administrator, or a link to choose a password, on DATABASE_URL. */

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type { Knex } from "knex";
import { invitationUrl } from "#api/auth/invitation-tokens.ts";
import { InvalidInput } from "#api/errors.ts";
import { createFirstAdmin, recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { translateErrors } from "#api/http/language.ts";
import { systemClock } from "#contract/dates.ts";
import { messageOf } from "#contract/thrown.ts";
import { connect } from "#db/connection.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import { migrate } from "#db/migrate.ts";
import { answerHelp, commandOf } from "./lib/command.ts";
import { readSecret } from "./lib/secret.ts";

const usage = {
  create:
    `Usage: ${commandOf("admin create")} --login <id> --name <name> --company <company>\n` +
    "The password is read from ADMIN_PASSWORD, or from the first line of standard input.",
  invite:
    `Usage: ${commandOf("admin invite")} --login <id>\n` +
    "For administrators and privacy officers: the password no longer counts; a link is printed to choose another.",
};

interface Values {
  readonly login: string;
  readonly name: string;
  readonly company: string;
}

async function create(db: Knex, { login, name, company }: Values): Promise<void> {
  const isCreated = await createFirstAdmin(db, {
    loginId: login,
    name,
    company,
    password: await readSecret("ADMIN_PASSWORD", "Password"),
  });
  if (!isCreated)
    throw new Error(
      "There is an administrator already; they invite others from the console. " +
        `For a lost password: ${commandOf("admin invite")} --login <id>.`,
    );
  const { PUBLIC_ORIGIN: origin } = process.env;
  console.log(`${login} may sign in now, as administrator${origin ? `: ${origin}/dash/` : "."}`);
}

async function invite(db: Knex, { login }: Values): Promise<void> {
  const invitation = await recoverAdmin({ db, clock: systemClock, random: randomBytes }, login);
  if (!invitation) throw new Error(`No active administrator or privacy officer has the login id ${login}.`);
  const { token, expiresAt } = invitation;
  console.log(
    `${login} chooses a password here, once, until ${expiresAt.toISOString()}:\n` +
      invitationUrl(process.env.PUBLIC_ORIGIN ?? "", token),
  );
}

async function main(): Promise<void> {
  const { DATABASE_URL: url } = process.env;
  const text = { type: "string", default: "" } as const;
  const { values, positionals } = parseArgs({
    options: { login: text, name: text, company: text },
    allowPositionals: true,
  });
  const isInvite = positionals[0] === "invite";
  if (!url || !values.login) throw new Error(isInvite ? usage.invite : usage.create);
  requireDatabaseTls(process.env, ["DATABASE_URL"]);
  await migrate(url);
  const db = connect(url, { poolSize: 1 });
  try {
    await (isInvite ? invite(db, values) : create(db, values));
  } finally {
    await db.destroy();
  }
}

answerHelp(`${usage.create}\n\n${usage.invite}`);
try {
  await main();
} catch (error) {
  const lines =
    error instanceof InvalidInput
      ? Object.entries(translateErrors("en", error.errors)).map(([field, message]) => `${field}: ${message}`)
      : [messageOf(error)];
  console.error(lines.join("\n"));
  process.exitCode = 1;
}

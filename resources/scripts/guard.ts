/** Task `guard`: transfers ownership of the logs to a separate role; run by a database administrator. */

import { messageOf } from "#contract/thrown.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import { migrate } from "#db/migrate.ts";
import { transferAuditOwnership } from "#db/transfer-audit-ownership.ts";
import { answerHelp } from "./lib/command.ts";

const usage =
  "Usage: DATABASE_URL=<of the server> ADMIN_DATABASE_URL=<of an administrator> ACCESS_LOG_OWNER=<role> visitor guard\n" +
  "Migrates as the server's role, then leaves it the right to read the logs and to add to them. May be repeated.";

async function main(): Promise<void> {
  const { DATABASE_URL: url, ADMIN_DATABASE_URL: adminUrl, ACCESS_LOG_OWNER: owner } = process.env;
  if (!url || !adminUrl || !owner) throw new Error(usage);
  const api = decodeURIComponent(new URL(url).username);
  requireDatabaseTls(process.env, ["DATABASE_URL", "ADMIN_DATABASE_URL"]);
  await migrate(url);
  await transferAuditOwnership(adminUrl, { owner, api });
  console.log(`The logs belong to "${owner}"; "${api}" may read them and add to them.`);
}

answerHelp(usage);
try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

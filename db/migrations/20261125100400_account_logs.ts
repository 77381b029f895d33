import type { Knex } from "knex";

/** Tables are in the plural. */
const names = [
  ["TABLE", "account_log", "account_logs"],
  ["SEQUENCE", "account_log_id_seq", "account_logs_id_seq"],
  ["INDEX", "account_log_pkey", "account_logs_pkey"],
  ["INDEX", "account_log_host_user", "account_logs_host_user"],
  ["INDEX", "account_log_actor", "account_logs_actor"],
] as const;
const triggers = [
  ["account_log_append_only", "account_logs_append_only"],
  ["account_log_no_truncate", "account_logs_no_truncate"],
] as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    [
      ...names.map(([what, before, after]) => `ALTER ${what} ${before} RENAME TO ${after}`),
      ...triggers.map(([before, after]) => `ALTER TRIGGER ${before} ON account_logs RENAME TO ${after}`),
      "ALTER TABLE account_logs RENAME CONSTRAINT account_log_action_check TO account_logs_action_check",
    ].join(";\n"),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    [
      "ALTER TABLE account_logs RENAME CONSTRAINT account_logs_action_check TO account_log_action_check",
      ...triggers.map(([before, after]) => `ALTER TRIGGER ${after} ON account_logs RENAME TO ${before}`),
      ...names.toReversed().map(([what, before, after]) => `ALTER ${what} ${after} RENAME TO ${before}`),
    ].join(";\n"),
  );
}

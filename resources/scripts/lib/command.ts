/** The command line of tasks: by the wrapper resources/bin/visitor on a server, by npm in a clone. */
import { readSettings, type Settings } from "#api/settings.ts";

/** @param task "db rollback" @returns what the reader types before options */
export const commandOf = (task: string): string =>
  process.env.VISITOR_COMMAND === "visitor" ? `visitor ${task}` : `npm run ${task.replace(" ", ":")} --`;

/** Prints the usage and ends, where the command line asks for it. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  console.log(usage);
  process.exit(0);
}

/** Reads the settings of a task, and prints what may be misspelt. */
export function taskSettings(variables: NodeJS.ProcessEnv = process.env): Settings {
  const settings = readSettings(variables, { allowMisspelt: true });
  for (const warning of settings.warnings) console.error(warning);
  return settings;
}

/** Reads secrets, which must not be on a command line, where other users could see them. */
import { createInterface } from "node:readline";

/**
 * @param variable of the environment, "ADMIN_PASSWORD"
 * @param prompt for a person at a terminal, without the colon
 * @returns the variable, else the first line of standard input; empty where there is none
 */
export async function readSecret(variable: string, prompt: string): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  if (process.stdin.isTTY) process.stderr.write(`${prompt} (it is shown while you type): `);
  for await (const line of createInterface(process.stdin)) return line;
  return "";
}

/** Why a database cannot be used, as a sentence for whoever starts the server. */
import { errorCode } from "./error-code.ts";

const problems: Readonly<Record<string, (address: URL) => string>> = {
  ECONNREFUSED: () => "nothing listens there. Is PostgreSQL running, and does it listen on this address?",
  ENOTFOUND: ({ hostname }) => `the host "${hostname}" is not known.`,
  EAI_AGAIN: ({ hostname }) => `the host "${hostname}" cannot be looked up at present.`,
  EHOSTUNREACH: () => "there is no way to this host.",
  ENETUNREACH: () => "there is no way to this host.",
  ETIMEDOUT: () => "there is no answer. Is a firewall in between?",
  ECONNRESET: () => "the connection was closed at once. Is this PostgreSQL?",
  "28P01": ({ username }) => `the password of the user "${username}" is wrong.`,
  "28000": ({ username }) =>
    `the user "${username}" may not connect (pg_hba.conf of PostgreSQL says who may).`,
  "3D000": ({ pathname }) => `there is no database "${pathname.slice(1)}". Create it first: CREATE DATABASE.`,
  "42501": ({ username }) =>
    `the user "${username}" lacks rights there: it must own the database's tables. Where the logs belong to a role of their own, a ` +
    'new version that changes them needs "npm run db:migrate" of an administrator first (docs/upgrading.md).',
  "53300": () => "it has no connection left (max_connections of PostgreSQL).",
  "57P03": () => "it is starting up or shutting down. Try again in a moment.",
};

/** What the driver says without a code. */
const said: readonly (readonly [RegExp, string])[] = [
  [/timeout expired|timeout acquiring/i, "there is no answer. Is a firewall in between?"],
  [/terminated unexpectedly/i, "the connection was closed at once. Is this PostgreSQL?"],
  [/client password must be/i, "DATABASE_URL holds no password, and PostgreSQL asks for one."],
  [/does not support SSL/i, "it does not speak TLS, which DATABASE_URL asks for (sslmode)."],
  [
    /certificate|self[- ]signed/i,
    "its certificate is not trusted (sslmode and sslrootcert in DATABASE_URL).",
  ],
];

/**
 * @param url of the database
 * @returns an error whose message is a sentence; undefined for what is no matter of the connection
 */
export function connectionProblem(error: unknown, url: string): Error | undefined {
  const address = new URL(url);
  const message = error instanceof Error ? error.message : "";
  const problem =
    problems[errorCode(error) ?? ""]?.(address) ?? said.find(([pattern]) => pattern.test(message))?.[1];
  const place = `${address.host}${address.pathname}`;
  return problem === undefined ? undefined : new Error(`The database at ${place} cannot be used: ${problem}`);
}

/** The way to the company's provider, as somebody sets out on it, to sign in or to link their account. */
import { createHmac } from "node:crypto";
import type { Knex } from "knex";
import type { Model } from "objection";
import { hashOfToken, newToken } from "#api/auth/tokens.ts";
import type { Deps } from "#api/deps.ts";
import { CompanySignIn } from "#db/models/people/company-sign-in.ts";
import type { Checks, Provider } from "./provider.ts";

/** So long somebody may take at the provider. */
const startedMinutes = 15;

/** The same in every process, for whoever has the browser's token; the database has only hashes. */
export function checksOf(state: string, browser: string): Checks {
  const derived = (use: string) =>
    createHmac("sha256", browser).update(`${use} ${state}`).digest("base64url");
  return { state, nonce: derived("nonce"), verifier: derived("verifier") };
}

export interface Started {
  readonly address: URL;
  /** For the cookie of the browser that began it. */
  readonly browser: string;
}

/** From which browser, and where the provider sends it back to. */
export interface Departure {
  /** The browser's token of a sign-in that it began in another tab. */
  readonly known: string | undefined;
  readonly redirectUri: string;
}

type StartedRow = Omit<CompanySignIn, keyof Model>;

/** Keeps a way to the provider until somebody comes back by it. */
export async function keepStarted(db: Knex, row: StartedRow): Promise<void> {
  await CompanySignIn.query(db).insert(row);
}

/** Prepares the way to the provider. @returns the row to be kept, too @throws ProviderError */
export async function prepareWay(
  { clock, random }: Pick<Deps, "clock" | "random">,
  provider: Provider,
  { known, redirectUri }: Departure,
): Promise<Started & { readonly row: Omit<StartedRow, "back" | "hostUserId" | "sessionId"> }> {
  const state = newToken(random);
  const browser = known ?? newToken(random);
  const address = await provider.addressOf(checksOf(state, browser), redirectUri);
  const expiresAt = new Date(clock().getTime() + startedMinutes * 60_000);
  return {
    address,
    browser,
    row: { stateHash: hashOfToken(state), browserHash: hashOfToken(browser), expiresAt },
  };
}

/**
 * Begins a sign-in.
 * @param back where to go on in the console
 * @throws ProviderError
 */
export async function startCompanySignIn(
  deps: Pick<Deps, "db" | "clock" | "random">,
  provider: Provider,
  { back, ...departure }: Departure & { readonly back: string },
): Promise<Started> {
  const { row, ...started } = await prepareWay(deps, provider, departure);
  await keepStarted(deps.db, { ...row, back, hostUserId: null, sessionId: null });
  return started;
}

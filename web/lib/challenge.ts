/** Solves proof-of-work challenges, which the server sends to addresses with many calls, without user interaction. */
import { solutionHeader } from "#contract/challenge.ts";
import { CallError } from "./call.ts";

const tokenOf = (error: unknown): string | undefined => {
  if (!(error instanceof CallError) || error.status !== 428) return undefined;
  const { challenge } = (error.body ?? {}) as { readonly challenge?: unknown };
  return typeof challenge === "string" ? challenge : undefined;
};

/**
 * Sends a call, and once more with the solution if the server responds with a challenge.
 * @param send sends the call with additional headers
 */
export async function callChallenged<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const token = tokenOf(error);
    if (token === undefined) throw error;
    // Loaded on demand: challenges are rare.
    const { solve } = await import("./proof-of-work.ts");
    const number = await solve(token);
    if (number === undefined) throw error;
    return send({ [solutionHeader]: `${token}:${number}` });
  }
}

/** Solves what the server asks of an address that calls often, and calls again: nobody has to do anything. */
import { solutionHeader } from "#contract/challenge.ts";
import { CallError } from "./call.ts";

const tokenOf = (error: unknown): string | undefined => {
  if (!(error instanceof CallError) || error.status !== 428) return undefined;
  const { challenge } = (error.body ?? {}) as { readonly challenge?: unknown };
  return typeof challenge === "string" ? challenge : undefined;
};

/**
 * Calls, and once more with the solution where a challenge comes back.
 * @param send makes the call with further headers
 */
export async function callChallenged<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const token = tokenOf(error);
    if (token === undefined) throw error;
    // Few visitors are ever asked.
    const { solve } = await import("./proof-of-work.ts");
    const number = await solve(token);
    if (number === undefined) throw error;
    return send({ [solutionHeader]: `${token}:${number}` });
  }
}

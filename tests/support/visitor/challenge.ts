import { solve } from "../../../web/lib/proof-of-work.ts";
import { type Answer, answered, type CallOptions, type TestServer } from "../api.ts";

type Caller = Pick<TestServer, "post">;

/** @returns a header that is accepted once, or more often by a server with `limits: { solution: … }` */
export async function solutionFor(by: Caller, path: string, options: CallOptions = {}) {
  const { challenge } = (await answered(by.post(path, options), 428)).body;
  return { "Challenge-Solution": `${challenge}:${await solve(challenge)}` };
}

/** Posts with a solved proof of work. */
export async function postSolved(by: Caller, path: string, options: CallOptions): Promise<Answer> {
  const solution = await solutionFor(by, path, options);
  return by.post(path, { ...options, headers: { ...options.headers, ...solution } });
}

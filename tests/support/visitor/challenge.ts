import { solve } from "../../../web/lib/proof-of-work.ts";
import { type Answer, answered, type CallOptions, type TestServer } from "../api.ts";

/** Posts with a solved proof of work. */
export async function postSolved(
  by: Pick<TestServer, "post">,
  path: string,
  { headers, ...options }: CallOptions,
): Promise<Answer> {
  const { challenge } = (await answered(by.post(path, { ...options, headers }), 428)).body;
  return by.post(path, {
    ...options,
    headers: { ...headers, "Challenge-Solution": `${challenge}:${await solve(challenge)}` },
  });
}

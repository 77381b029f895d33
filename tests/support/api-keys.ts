/** API keys for tests. */
import type { KeyPermission } from "#contract/permissions.ts";
import type { ApiKeyAnswer } from "#contract/site/api-keys.ts";
import type { Answer, CallOptions, TestServer } from "./api.ts";
import type { SignedIn } from "./console/staff.ts";

export interface TestKey {
  readonly apiKey: ApiKeyAnswer;
  readonly secret: string;
  get(path: string, options?: CallOptions): Promise<Answer>;
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** Calls with a key, without `Origin` and cookie. */
export function withKey(server: TestServer, secret: string): Pick<TestKey, "get" | "send"> {
  const send = async (method: string, path: string, { headers, ...options }: CallOptions = {}) =>
    server.send(method, path, {
      ...options,
      headers: { Authorization: `Bearer ${secret}`, Origin: "", ...headers },
    });
  return { send, get: (path, options) => send("GET", path, options) };
}

/** Creates a key. @throws Error with the server's answer */
export async function addedKey(
  server: TestServer,
  admin: SignedIn,
  permissions: readonly KeyPermission[],
  more: Record<string, unknown> = {},
): Promise<TestKey> {
  const answer = await admin.post("/dash/api-keys", { body: { name: "출입 게이트", permissions, ...more } });
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...answer.body, ...withKey(server, answer.body.secret) };
}

import { hash } from "@node-rs/argon2";
import type { Role } from "#contract/roles.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import type { Answer, CallOptions, TestServer } from "../api.ts";

export const password = "correct horse battery";

/** A cheap hash, as tests sign in often. */
const hashed = hash(password, { memoryCost: 1024, timeCost: 1 });

let people = 0;

export async function addStaff(
  server: Pick<TestServer, "db">,
  companyId: number,
  role: Role,
  more: Partial<HostUser> = {},
) {
  const n = ++people;
  return HostUser.query(server.db).insert({
    loginId: `${role}-staff-${n}`,
    name: `직원${n}`,
    companyId,
    role,
    passwordHash: await hashed,
    ...more,
  });
}

export interface SignedIn {
  readonly cookie: string;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, options?: CallOptions): Promise<Answer>;
  put(path: string, options?: CallOptions): Promise<Answer>;
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** The cookie of an answer, as a browser sends it back. */
export const cookieOf = (answer: Answer): string =>
  (answer.headers.get("Set-Cookie") ?? "").split(";", 1)[0] ?? "";

export function withCookie(server: TestServer, cookie: string): SignedIn {
  const send = (method: string, path: string, options: CallOptions = {}) =>
    server.send(method, path, { ...options, headers: { Cookie: cookie, ...options.headers } });
  return {
    cookie,
    send,
    get: (path, options) => send("GET", path, options),
    post: (path, options) => send("POST", path, options),
    put: (path, options) => send("PUT", path, options),
  };
}

export async function signIn(server: TestServer, loginId: string, secret = password): Promise<SignedIn> {
  const answer = await server.post("/dash/login", { body: { loginId, password: secret } });
  if (answer.status !== 200) throw new Error(`${loginId} cannot sign in: ${answer.status} ${answer.text}`);
  return withCookie(server, cookieOf(answer));
}

export async function signedIn(
  server: TestServer,
  companyId: number,
  role: Role,
  more: Partial<HostUser> = {},
): Promise<SignedIn & { readonly id: number; readonly loginId: string }> {
  const { id, loginId } = await addStaff(server, companyId, role, more);
  return { ...(await signIn(server, loginId)), id, loginId };
}

/** Adds a signed-in user of each role, and a second host; their sessions never expire. */
export async function addCrew(server: TestServer, companyId: number) {
  const add = (role: Role, more?: Partial<HostUser>) => signedIn(server, companyId, role, more);
  const crew = {
    host: await add("host", { name: "한주인", enName: "Juin Han" }),
    otherHost: await add("host"),
    desk: await add("desk", { name: "안내원" }),
    admin: await add("admin"),
    privacy: await add("privacy"),
  };
  const month = 31 * 24 * 60;
  const idleMinutes = JSON.stringify({ host: month, desk: month, admin: month, privacy: month });
  await server.db("configuration").update({ idleMinutes });
  await server.db("sessions").update({ expiresAt: new Date("2100-01-01T00:00:00Z") });
  return crew;
}

export type Crew = Awaited<ReturnType<typeof addCrew>>;

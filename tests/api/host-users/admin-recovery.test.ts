/** npm run admin:invite for an administrator without a password (docs/decisions/accounts/guarded-accounts.md). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { answered, startTestServer, type TestServer } from "../../support/api.ts";
import { addStaff, password, signIn } from "../../support/console/staff.ts";
import { seedSite } from "../../support/site.ts";

let server: TestServer;
let company: number;
let admin: HostUser;
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date() });
  company = (await seedSite(server.db)).company;
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await addStaff(server, company, "admin");
});

/** Runs the npm task asynchronously, so that the server in this process keeps its connections. */
async function invite(...args: string[]) {
  const child = spawn(process.execPath, ["resources/scripts/admin.ts", "invite", ...args], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl, PUBLIC_ORIGIN: "https://visit.example.com" },
  });
  const isClosed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await isClosed;
  return { stdout, stderr, status };
}

const logOf = (hostUserId: number) =>
  server.db("accountLogs").where({ hostUserId }).select("action", "loginId", "actorId");

describe("npm run admin:invite", () => {
  it("prints its usage", async () => {
    expect(await invite()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("admin:invite -- --login"),
    });
  });

  it("rejects an unknown login id", async () => {
    expect(await invite("--login", "unknown.login")).toMatchObject({
      status: 1,
      stderr: "No active administrator or privacy officer has the login id unknown.login.\n",
    });
  });

  it.each([
    ["a desk account", { role: "desk" }],
    ["an administrator who resigned", { status: "resigned" }],
  ] as const)("treats %s like an unknown login id", async (_who, change) => {
    await server.db("hostUsers").where({ id: admin.id }).update(change);
    expect(await recoverAdmin(server.deps, admin.loginId)).toBeUndefined();
    expect(await server.db("invitations").where({ hostUserId: admin.id })).toEqual([]);
    expect(await logOf(admin.id)).toEqual([]);
  });

  it("clears wrong attempts and rate limits of the login id", async () => {
    await server.db("rateLimits").delete();
    await server.post("/dash/login", { body: { loginId: admin.loginId, password: "wrong" } });
    const counted = async () => [
      await server.db("rateLimits").where("key", "like", "signInLogin:%").pluck("points"),
      await server.db("loginAttempts").where({ loginId: admin.loginId.toLowerCase() }).pluck("wrong"),
    ];
    expect(await counted()).toEqual([[1], [1]]);
    await recoverAdmin(server.deps, admin.loginId);
    expect(await counted()).toEqual([[], []]);
  });

  it("prints a link that works once, ends the old password and all sessions, and is logged", async () => {
    const session = await signIn(server, admin.loginId);
    const { stdout, stderr, status } = await invite("--login", lookAlike(admin.loginId));
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const [, token] = /https:\/\/visit\.example\.com\/dash\/invitation#([\w-]{43})\n/.exec(stdout) ?? [];
    expect((await session.get("/dash/user/current")).status).toBe(401);
    await expect(signIn(server, admin.loginId)).rejects.toThrow("400");
    expect(await logOf(admin.id)).toEqual([{ action: "reset", loginId: admin.loginId, actorId: admin.id }]);
    const chosen = "another long enough one";
    const body = { token, newPassword: chosen, confirmPassword: chosen };
    expect((await server.post("/dash/invitation", { body })).status).toBe(204);
    expect(await logOf(admin.id)).toHaveLength(2);
    expect((await server.post("/dash/invitation", { body })).status).toBe(400);
    await signIn(server, admin.loginId, chosen);
  });

  it("the link rejects the forgotten password", async () => {
    const { token } = (await recoverAdmin(server.deps, admin.loginId)) ?? {};
    const body = { token, newPassword: password, confirmPassword: password };
    const answer = await answered(server.post("/dash/invitation", { body }), 400);
    expect(answer.body).toHaveProperty("newPassword");
  });
});

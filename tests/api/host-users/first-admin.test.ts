import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { createFirstAdmin } from "#api/features/host-users/admin-commands.ts";
import { startTestServer } from "../../support/api.ts";

const server = await startTestServer();
afterAll(() => server.close());

const admin = { loginId: "root.kim", name: "김관리", company: "가온정밀", password: "a long enough one" };

const run = (args: string[], input: string, env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ["resources/scripts/admin.ts", "create", ...args], {
    input,
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: server.databaseUrl, ...env },
  });

describe("creating the first administrator", () => {
  it("requires login id, name, company and a strong password, else stores nothing", async () => {
    await expect(
      createFirstAdmin(server.db, { loginId: "", name: " ", company: "", password: "short" }),
    ).rejects.toMatchObject({
      errors: { loginId: "required", name: "required", company: "required", password: "tooShort:10" },
    });
    await expect(createFirstAdmin(server.db, { ...admin, password: "xx-ROOT.KIM-xx" })).rejects.toMatchObject(
      { errors: { password: "passwordIsLoginId" } },
    );
    expect(await server.db("hostUsers")).toHaveLength(0);
    expect(await server.db("companies")).toHaveLength(0);
  });

  it("prints missing arguments and errors", () => {
    expect(run([], "", { DATABASE_URL: "" })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Usage:"),
    });
    const { status, stderr } = run(["--login", "x", "--name", "y", "--company", "z"], "short\n");
    expect(status).toBe(1);
    expect(stderr).toBe("password: Use at least 10 characters.\n");
  });

  it("creates one administrator who can sign in, and only one for simultaneous calls", async () => {
    const args = ["--login", admin.loginId, "--name", admin.name, "--company", admin.company];
    const made = run(args, `${admin.password}\n`);
    expect(made.stderr).toBe("");
    expect(made.status).toBe(0);
    const answer = await server.post("/dash/login", {
      body: { loginId: admin.loginId, password: admin.password },
    });
    expect(answer.body).toMatchObject({ role: "admin", name: "김관리", company: { name: "가온정밀" } });
    expect(answer.body.inPublicSearch).toBe(false);
    expect(await server.db("configuration").first()).toMatchObject({ customerCompany: "가온정밀" });
    expect(run(args, `${admin.password}\n`).stderr).toMatch(/already/);
    await server.db("sessions").del();
    await server.db("hostUsers").del();
    const results = await Promise.all(
      [1, 2, 3].map((n) => createFirstAdmin(server.db, { ...admin, loginId: `admin${n}` })),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await server.db("hostUsers")).toHaveLength(1);
    expect(await server.db("companies")).toHaveLength(1);
  });
});

/** TLS to the database (OWASP ASVS 5.0, 12.3.1). */
import { describe, expect, it } from "vitest";
import { isSecureDatabase, requireDatabaseTls } from "#db/database-tls.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { runNode } from "../../support/run-node.ts";

describe("TLS to PostgreSQL", () => {
  it.each([
    "postgres://db.example.com/x?sslmode=verify-full",
    "postgres://db.example.com/x?sslmode=require",
    "postgres://db.example.com/x?ssl=true",
    "postgres://10.0.0.5/x?sslmode=verify-ca&sslrootcert=/etc/ssl/own.pem",
    "postgres://localhost/x",
    "postgres://127.0.0.2:6432/x",
    "postgres://[::1]/x",
    "postgres://%2Fvar%2Frun%2Fpostgresql/x",
    "postgres:///x?host=/var/run/postgresql",
  ])("is provided by %s", (address) => {
    expect(isSecureDatabase(address)).toBe(true);
  });

  it.each([
    "postgres://db.example.com/x",
    "postgres://10.0.0.5/x",
    "postgres://127.0.0.1.example.com/x",
    "postgres://localhost.example.com/x",
    "postgres://localhost/x?host=db.example.com",
    "postgres://db.example.com/x?sslmode=disable",
    "postgres://db.example.com/x?sslmode=prefer",
    "postgres://db.example.com/x?sslmode=no-verify",
    "postgres://db.example.com/x?ssl=true&sslmode=disable",
    "postgres://db.example.com/x?ssl=0",
  ])("is not provided by %s", (address) => {
    expect(isSecureDatabase(address)).toBe(false);
  });

  it("names the insecure variables without values", () => {
    const variables = {
      DATABASE_URL: "postgres://visitor:s3cret@db.example.com/x",
      LISTEN_URL: "postgres://visitor:s3cret@db.example.com:5433/x",
      ADMIN_DATABASE_URL: "postgres://localhost/x",
    };
    const demand = () => requireDatabaseTls(variables, Object.keys(variables));
    expect(demand).toThrow(/^DATABASE_URL and LISTEN_URL must ask for TLS: add sslmode=verify-full/);
    expect(demand).not.toThrow(/s3cret|example/);
  });

  it("can be disabled with DATABASE_TLS=off", () => {
    const open = { DATABASE_URL: "postgres://db/x", DATABASE_TLS: "off" };
    expect(() => requireDatabaseTls(open, ["DATABASE_URL"])).not.toThrow();
  });

  it.each([
    ["admin.ts", ["create", "--login", "chief", "--name", "총관리", "--company", "가온정밀"]],
    ["guard.ts", []],
  ])("is required by the command %s, too", async (script, args) => {
    const env = {
      DATABASE_URL: "postgres://visitor:s3cret@db.example.com/x",
      ADMIN_DATABASE_URL: "postgres://localhost/x",
      ACCESS_LOG_OWNER: "visitor_log",
    };
    const { code, output } = await runNode(ROOT, [`resources/scripts/${script}`, ...args], env);
    expect([code, output]).toEqual([1, expect.stringMatching(/DATABASE_URL must ask for TLS/)]);
    expect(output).not.toContain("s3cret");
  });
});

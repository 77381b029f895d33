/** Environment variables of company sign-in. */
import { describe, expect, it } from "vitest";
import { readSettings } from "#api/settings.ts";

const client = {
  OIDC_ISSUER: "https://login.example.com/realms/company",
  OIDC_CLIENT_ID: "visitor",
  OIDC_CLIENT_SECRET: "secret",
};
const companyOf = (env: Record<string, string>) => readSettings(env).company;

describe("company sign-in", () => {
  it("is disabled by default", () => {
    expect(companyOf({})).toBeUndefined();
  });

  it("accepts roles by group, group names with colons, and secure defaults", () => {
    expect(companyOf({ ...client, OIDC_ROLES: "urn:team:front:desk, *:host" })).toMatchObject({
      roles: [
        { group: "urn:team:front", role: "desk" },
        { group: "*", role: "host" },
      ],
      createsAccounts: false,
      isSecondFactorProviders: false,
      passwordOff: [],
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["a missing secret", { ...client, OIDC_CLIENT_SECRET: "" }, /needs OIDC_CLIENT_SECRET/],
    ["a missing issuer", { OIDC_CLIENT_ID: "visitor" }, /needs OIDC_ISSUER, OIDC_CLIENT_SECRET/],
    ["an issuer without TLS", { ...client, OIDC_ISSUER: "http://login.example.com" }, /OIDC_ISSUER: must be/],
    ["an invalid issuer", { ...client, OIDC_ISSUER: "company" }, /OIDC_ISSUER: must be/],
    ["an unknown role", { ...client, OIDC_ROLES: "team:boss" }, /OIDC_ROLES: must be a list/],
    ["a group without a role", { ...client, OIDC_ROLES: "team" }, /OIDC_ROLES: must be a list/],
    ["a scope without openid", { ...client, OIDC_SCOPE: "profile" }, /OIDC_SCOPE: must name "openid"/],
    [
      "yes instead of on",
      { ...client, OIDC_CREATE_ACCOUNTS: "yes" },
      /OIDC_CREATE_ACCOUNTS: must be one of on/,
    ],
    [
      "passwords off for an unknown role",
      { ...client, OIDC_PASSWORD_OFF: "boss" },
      /OIDC_PASSWORD_OFF: must be/,
    ],
    [
      "passwords off without a provider",
      { OIDC_PASSWORD_OFF: "desk" },
      /OIDC_PASSWORD_OFF needs company sign-in/,
    ],
  ])("rejects %s", (_name, env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it("accepts a local provider without TLS", () => {
    expect(companyOf({ ...client, OIDC_ISSUER: "http://127.0.0.1:8080" })?.issuer).toBe(
      "http://127.0.0.1:8080",
    );
  });
});

import { describe, expect, it } from "vitest";
import { isServer, parseServerAddress } from "../../../desktop/main/server-address.ts";

describe("a server's address", () => {
  it.each([
    ["https://visit.example.com", "https://visit.example.com"],
    ["  https://visit.example.com  ", "https://visit.example.com"],
    ["https://VISIT.example.com:443/dash/today?x=1#y", "https://visit.example.com"],
    ["https://visit.example.com:8443/", "https://visit.example.com:8443"],
    ["visit.example.com", "https://visit.example.com"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["localhost:3000", "http://localhost:3000"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://127.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000/", "http://[::1]:3000"],
    ["https://방문.example.com", "https://xn--z92b7q.example.com"],
  ])("%s becomes %s", (typed, server) => {
    expect(parseServerAddress(typed)).toEqual({ server });
  });

  it.each([
    ["", "empty"],
    ["https://", "malformed"],
    ["visit example com", "malformed"],
    ["https://visit.example.com\\@evil.example", "malformed"],
    ["https://visit\n.example.com", "malformed"],
    ["ftp://visit.example.com", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["ws://visit.example.com", "scheme"],
    ["http://visit.example.com", "insecure"],
    ["http://localhost.example.com", "insecure"],
    ["http://127.0.0.1.example.com", "insecure"],
    ["https://desk:secret@visit.example.com", "credentials"],
    ["https://127.0.0.1@evil.example", "credentials"],
  ])("%s is refused: %s", (typed, problem) => {
    expect(parseServerAddress(typed)).toEqual({ problem });
  });

  it("is refused if it is too long", () => {
    expect(parseServerAddress(`https://${"a".repeat(2100)}.example`)).toEqual({ problem: "malformed" });
  });

  it("is stored as an origin", () => {
    expect(isServer("https://visit.example.com")).toBe(true);
    expect(isServer("https://visit.example.com/")).toBe(false);
    expect(isServer("visit.example.com")).toBe(false);
    expect(isServer("http://visit.example.com")).toBe(false);
  });
});

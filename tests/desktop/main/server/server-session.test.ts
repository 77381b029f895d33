import type { Session } from "electron";
import { expect, it } from "vitest";
import { createServerSessions } from "../../../../desktop/main/server/server-session.ts";
import { FakeSession } from "../../support/electron.ts";

const one = "https://one.example.com";

function setUp() {
  const made = new Map<string, FakeSession>();
  const sessions = createServerSessions((partition) => {
    const session = made.get(partition) ?? new FakeSession();
    made.set(partition, session);
    return session as unknown as Session;
  });
  return { made, sessions, jarOf: (server: string) => (sessions.of(server) as unknown as FakeSession).jar };
}

it("each server has its own persistent partition, whose name does not contain the address", () => {
  const { made, sessions } = setUp();
  expect(sessions.of(one)).toBe(sessions.of(one));
  for (const server of ["https://two.example.com", "https://one.example.com:8443", "http://127.0.0.1:3000"])
    expect(sessions.of(server)).not.toBe(sessions.of(one));
  expect(made.size).toBe(4);
  for (const partition of made.keys()) expect(partition).toMatch(/^persist:server-[0-9a-f]{32}$/);
});

it("removing a server removes all of its data and none of the others'", async () => {
  const { sessions, jarOf } = setUp();
  jarOf(one).set("visitor_session", "secret");
  jarOf("https://two.example.com").set("visitor_session", "other");
  await sessions.wipe(one);
  const { wiped } = sessions.of(one) as unknown as FakeSession;
  expect(wiped[0]).toBe("connections");
  expect([...wiped].sort()).toEqual(["cache", "connections", "passwords", "storage", "written"]);
  expect(wiped.at(-1)).toBe("written");
  expect(jarOf(one).size).toBe(0);
  expect(jarOf("https://two.example.com").size).toBe(1);
});

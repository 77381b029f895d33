/** Host users, added by administrators by calls. */
import { beforeEach } from "vitest";
import type { TestServer } from "../api.ts";
import type { Site } from "../site.ts";

export const hostUsersPath = "/dash/hostusers";

/** An id of no record. */
export const unknownId = 2_000_000_000;

/** Deletes visits, changes and added users before each test. @returns a query of the added users */
export function keepHostUsers(serverOf: () => Pick<TestServer, "db">) {
  let kept: number[];
  const added = () => serverOf().db("hostUsers").whereNotIn("id", kept).orderBy("id");
  beforeEach(async () => {
    const { db } = serverOf();
    kept ??= await db("hostUsers").pluck("id");
    await db("visits").del();
    await db("changes").del();
    await added().clearOrder().del();
  });
  return added;
}

/** The body of a call that adds a host user. */
export const newHostUser = (site: Site, more: Record<string, unknown> = {}) => ({
  loginId: "jiwoo.han",
  name: "한지우",
  enName: "Jiwoo Han",
  company: site.company,
  department: "설계팀",
  position: "선임",
  phone: "02-000-1234",
  cellPhone: "01000001234",
  email: "jiwoo.han@example.com",
  role: "desk",
  ...more,
});

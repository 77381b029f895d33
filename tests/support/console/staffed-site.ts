/**
 * What most files of API tests stand on. Both are awaited at the top of a file, which has them for all of its tests;
 * they close by themselves after the last.
 */
import { afterAll } from "vitest";
import { startTestServer, type TestServerOptions } from "../api.ts";
import { seedSite } from "../site.ts";
import { addCrew } from "./staff.ts";

/** A server with the small site. */
export async function seededSite(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  return { server, site: await seedSite(server.db) };
}

/** The same, and one of each role signed in. */
export async function staffedSite(options: TestServerOptions = {}) {
  const { server, site } = await seededSite(options);
  return { server, site, crew: await addCrew(server, site.company) };
}

export type StaffedSite = Awaited<ReturnType<typeof staffedSite>>;

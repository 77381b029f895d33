/** Setup for a file of API tests. Await it at the top of a file; the server closes after the last test. */
import { afterAll } from "vitest";
import { startTestServer, type TestServerOptions } from "../api.ts";
import { seedSite } from "../site.ts";
import { addCrew } from "./staff.ts";

/** A server with the small site (site.ts). */
export async function seededSite(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  return { server, site: await seedSite(server.db) };
}

/** The same, with a signed-in user of each role. */
export async function staffedSite(options: TestServerOptions = {}) {
  const { server, site } = await seededSite(options);
  return { server, site, crew: await addCrew(server, site.company) };
}

export type StaffedSite = Awaited<ReturnType<typeof staffedSite>>;

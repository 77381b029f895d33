/** A site with sign-in through a company's provider: two processes, and a third one that creates no accounts. */
import { afterAll } from "vitest";
import { startTestServer } from "../api.ts";
import { withCookie } from "../console/staff.ts";
import { staffedSite } from "../console/staffed-site.ts";
import { type Browser, reserveProvider } from "./company-provider.ts";

/** Await it at the top of a file; closes after the last test. */
export async function companySite() {
  const provider = await reserveProvider();
  afterAll(() => provider.close());
  const env = { ...provider.env, OIDC_ROLES: "desk-team:desk, chiefs:admin, officers:privacy, staff:host" };
  const { server, site, crew } = await staffedSite({ env: { ...env, OIDC_CREATE_ACCOUNTS: "on" } });
  /** A second process of the same site. */
  const other = await startTestServer({
    sameDatabaseAs: server,
    env: { ...env, OIDC_CREATE_ACCOUNTS: "on" },
  });
  const strict = await startTestServer({
    sameDatabaseAs: server,
    env: { ...provider.env, OIDC_PASSWORD_OFF: "desk, admin" },
  });
  afterAll(() => Promise.all([other.close(), strict.close()]));
  provider.open(server.url, other.url, strict.url);

  let count = 0;
  /** A new user of the provider. */
  const newcomer = (groups: readonly string[] = ["staff"], more: object = {}) => {
    const n = ++count;
    const person = {
      ...{ sub: `subject-${n}`, preferred_username: `company.person${n}`, name: `회사사람${n}` },
      ...{ groups, ...more },
    };
    provider.setPerson(person);
    return person;
  };
  const whoIs = async (browser: Browser, at = server) =>
    (await withCookie(at, browser.cookiesOf(at)).get("/dash/user/current")).body;
  const accountOf = (loginId: string) => server.db("hostUsers").where({ loginId }).first();
  const lastEvent = (where: object) => server.db("events").where(where).orderBy("id", "desc").first();
  const problemOf = (page: string) => new URL(page, server.url).searchParams.get("problem");
  return { provider, server, site, crew, other, strict, newcomer, whoIs, accountOf, lastEvent, problemOf };
}

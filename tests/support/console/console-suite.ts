/** The server and browsers of a file of console tests. */
import { inject } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../api.ts";
import { browserSuite } from "../browser/browser-suite.ts";
import { truncate } from "../database/truncate.ts";
import { type Site, seedSite } from "../site.ts";
import type { Language } from "../visitor/visitor-texts.ts";
import { ConsolePage } from "./console-pages.ts";
import { addStaff, signIn } from "./staff.ts";

export interface ConsoleOpening {
  readonly lang?: Language;
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
}

export interface StaffOpening extends ConsoleOpening {
  /** Columns of the user. */
  readonly person?: Partial<HostUser>;
  /** An existing user: a second browser of theirs. */
  readonly as?: Person;
}

export interface Person {
  readonly id: number;
  readonly loginId: string;
}

export interface StaffPage extends ConsolePage {
  readonly person: Person;
}

export interface ConsoleSuite {
  readonly server: TestServer;
  readonly site: Site;
  /** A browser without a session; nothing is opened yet. */
  guest(opening?: ConsoleOpening): Promise<ConsolePage>;
  /** A user of a role, signed in, with a browser of their own; nothing is opened yet. */
  staff(role: Role, opening?: StaffOpening): Promise<StaffPage>;
  /** Says what the browser may complain about in this test. */
  tolerate(...complaints: RegExp[]): void;
}

/**
 * The console loads code and fonts ahead while the browser is idle, which takes a third of the time of opening a screen.
 * Few tests need it.
 */
const neverIdle = "globalThis.requestIdleCallback = () => 0";

interface ConsoleSuiteOptions extends TestServerOptions {
  /** Lets the console load ahead and measure letters while the browser is idle. */
  readonly isIdleAtTimes?: boolean;
  /** Pages without cached files, for tests of loading. */
  readonly freshPages?: boolean;
}

/** Call at the top of a file. Every test begins without visits and passes, and is watched (browser-suite.ts). */
export function consoleSuite(settings: ConsoleSuiteOptions = {}): ConsoleSuite {
  const { isIdleAtTimes = false, freshPages = false, ...options } = settings;
  const suite = browserSuite(
    async (port) => {
      const server = await startTestServer({
        siteDir: inject("publicSiteDir"),
        consoleDir: inject("consoleDir"),
        now: () => new Date(),
        port,
        ...options,
      });
      return { server, site: await seedSite(server.db) };
    },
    async ({ server }) => {
      // how the console checks for a session
      suite.tolerate(/status of 401 .*\/dash\/user\/current/);
      // a stream that the test has cut
      suite.tolerate(/ERR_FAILED .*\/dash\/live/);
      // in the order in which reads lock them: one may still be on its way
      await truncate(server.db, "visits", "passes");
    },
    { freshPages },
  );

  const guest = async ({
    lang = "ko",
    width = 1440,
    height = 900,
    colours = "light",
  }: ConsoleOpening = {}) => {
    const page = await suite.open(
      { viewport: { width, height }, colorScheme: colours },
      {
        scripts: isIdleAtTimes ? [] : [neverIdle],
        storage: lang === "ko" ? {} : { "visitor.console.language": lang },
      },
    );
    return new ConsolePage(page, lang);
  };

  return {
    get server() {
      return suite.base().server;
    },
    get site() {
      return suite.base().site;
    },
    guest,
    async staff(role, { person: more, as, ...opening } = {}) {
      const { server, site } = suite.base();
      const person = as ?? (await addStaff(server, site.company, role, more));
      const { cookie } = await signIn(server, person.loginId);
      const [name = "", value = ""] = cookie.split("=", 2);
      const opened = await guest(opening);
      await opened.page
        .context()
        .addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
      return Object.assign(opened, { person: { id: person.id, loginId: person.loginId } });
    },
    tolerate: suite.tolerate,
  };
}

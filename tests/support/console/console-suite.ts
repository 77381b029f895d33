/** Setup for a file of browser tests of the console. */
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

export interface ConsoleOptions {
  readonly lang?: Language;
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
}

export interface StaffOptions extends ConsoleOptions {
  /** Columns of the added user. */
  readonly person?: Partial<HostUser>;
  /** An existing user, who gets a second browser. */
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
  /** A browser without a session; no page is opened. */
  guest(options?: ConsoleOptions): Promise<ConsolePage>;
  /** A signed-in user of a role in their own browser; no page is opened. */
  staff(role: Role, options?: StaffOptions): Promise<StaffPage>;
  /** Browser errors that do not fail this test. */
  allowErrors(...patterns: RegExp[]): void;
}

/** Preloading code and fonts in idle callbacks takes a third of the time of opening a screen; few tests need it. */
const noIdleCallbacks = "globalThis.requestIdleCallback = () => 0";

interface ConsoleSuiteOptions extends TestServerOptions {
  /** Runs idle callbacks, in which the console preloads code and measures text. */
  readonly hasIdleCallbacks?: boolean;
  /** Pages without cached files, for tests of loading. */
  readonly freshPages?: boolean;
}

/** Call at the top of a file. Every test begins without visits and passes, and fails on browser errors (browser-suite.ts). */
export function consoleSuite(settings: ConsoleSuiteOptions = {}): ConsoleSuite {
  const { hasIdleCallbacks = false, freshPages = false, ...options } = settings;
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
      // the console checks for a session
      suite.allowErrors(/status of 401 .*\/dash\/user\/current/);
      // a stream interrupted by the test
      suite.allowErrors(/ERR_FAILED .*\/dash\/live/);
      // in the order in which reads lock them, as a read may still be running
      await truncate(server.db, "visits", "passes");
    },
    { freshPages },
  );

  const guest = async ({
    lang = "ko",
    width = 1440,
    height = 900,
    colours = "light",
  }: ConsoleOptions = {}) => {
    const page = await suite.open(
      { viewport: { width, height }, colorScheme: colours },
      {
        scripts: hasIdleCallbacks ? [] : [noIdleCallbacks],
        storage: lang === "ko" ? {} : { "visitor.console.language": lang },
      },
    );
    return new ConsolePage(page, lang);
  };

  return {
    get server() {
      return suite.fixtures().server;
    },
    get site() {
      return suite.fixtures().site;
    },
    guest,
    async staff(role, { person: more, as, ...options } = {}) {
      const { server, site } = suite.fixtures();
      const person = as ?? (await addStaff(server, site.company, role, more));
      const { cookie } = await signIn(server, person.loginId);
      const [name = "", value = ""] = cookie.split("=", 2);
      const opened = await guest(options);
      await opened.page
        .context()
        .addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
      return Object.assign(opened, { person: { id: person.id, loginId: person.loginId } });
    },
    allowErrors: suite.allowErrors,
  };
}

/** Setup for a file of browser tests of the public site. */
import { inject } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "../api.ts";
import { browserSuite } from "../browser/browser-suite.ts";
import { type Language, Visitor } from "./visitor-pages.ts";
import { resetConfiguration, seedVisitorSite, type VisitorSite } from "./visitor-site.ts";

interface VisitorOptions {
  readonly lang?: Language;
  readonly width?: number;
  readonly height?: number;
  readonly timezoneId?: string;
}

export interface VisitorSuite {
  readonly server: TestServer;
  readonly site: VisitorSite;
  /** A visitor without stored data; no page is opened. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** Browser errors that do not fail this test. */
  allowErrors(...patterns: RegExp[]): void;
}

interface VisitorSuiteOptions extends TestServerOptions {
  /** Pages without cached files, for tests of loading. */
  readonly freshPages?: boolean;
}

/** Call at the top of a file. Every test begins with the default configuration, and fails on browser errors (browser-suite.ts). */
export function visitorSuite({ freshPages = false, ...options }: VisitorSuiteOptions = {}): VisitorSuite {
  const suite = browserSuite(
    async (port) => {
      const server = await startTestServer({
        siteDir: inject("publicSiteDir"),
        now: () => new Date(),
        port,
        ...options,
      });
      return { server, site: await seedVisitorSite(server.db) };
    },
    ({ server }) => resetConfiguration(server.db),
    { freshPages },
  );

  return {
    get server() {
      return suite.fixtures().server;
    },
    get site() {
      return suite.fixtures().site;
    },
    async visitor({ lang = "ko", width = 360, height = 800, timezoneId = "Asia/Seoul" } = {}) {
      const page = await suite.open(
        {
          viewport: { width, height },
          timezoneId,
          permissions: ["clipboard-read", "clipboard-write"],
        },
        { storage: lang === "ko" ? {} : { "visitor.language": lang } },
      );
      return new Visitor(page, lang);
    },
    allowErrors: suite.allowErrors,
  };
}

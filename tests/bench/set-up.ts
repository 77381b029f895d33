/** What measurements begin with: a filled database, somebody at a desk, and what servers are told. */
import { Agent, request } from "node:http";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { startTestServer, type TestServer } from "#tests/support/api.ts";
import { sharedEnv } from "#tests/support/api-process.ts";
import { addStaff, password } from "#tests/support/console/staff.ts";
import { type Ask, headersOf, host } from "./calls.ts";
import { pinDatabase, type Server } from "./processes.ts";
import { type BenchSite, fillSite } from "./site.ts";

const agent = new Agent({ keepAlive: true });

export interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly body: unknown;
}

/** Makes a call. @param n from which of the visitors' addresses */
export const send = ({ port }: Pick<Server, "port">, ask: Ask, cookie: string, n = 0): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = headersOf(ask, cookie, n);
    const sent = request({ port, agent, method: ask.method, path: ask.path, headers }, async (response) => {
      const chunks = await response.toArray();
      const text = Buffer.concat(chunks).toString("utf8");
      const set = response.headers["set-cookie"]?.find((text) => text.includes("visitor_session")) ?? "";
      resolve({
        status: response.statusCode ?? 0,
        cookie: set.split(";", 1)[0] ?? "",
        body: text === "" ? undefined : JSON.parse(text),
      });
    });
    sent.on("error", reject);
    sent.end(ask.body === undefined ? undefined : JSON.stringify(ask.body));
  });

export interface Bench {
  readonly own: TestServer & { readonly databaseUrl: string };
  readonly site: BenchSite;
  /** What a server is started with. */
  readonly env: NodeJS.ProcessEnv;
  /** Signs in at the product. @returns the cookie */
  signIn(product: Server): Promise<string>;
  close(): Promise<void>;
}

/** Fills a database of its own. @param visits how many */
export async function openBench(visits: number): Promise<Bench> {
  const env: NodeJS.ProcessEnv = {
    ...sharedEnv("postgres://localhost/bench"),
    LOG_LEVEL: "info",
    PUBLIC_ORIGIN: `https://${host}`,
    TRUSTED_PROXIES: "loopback",
    // The bare server sends no messages.
    JOBS: "off",
  };
  const cipher = new FieldCipher({
    data: parseKeys(env.DATA_KEYS ?? ""),
    hash: parseKeys(env.HASH_KEYS ?? ""),
  });
  const own = await startTestServer({ now: () => new Date(), cipher });
  const site = await fillSite(own.databaseUrl, cipher, visits);
  const company = await own.db("companies").min("id as id").first();
  const { loginId } = await addStaff(own, company?.id, "desk");
  await pinDatabase(own.db);
  return {
    own,
    site,
    env: { ...env, DATABASE_URL: own.databaseUrl, FILES_DIR: own.deps.settings.filesDir },
    async signIn(product) {
      const login: Ask = { method: "POST", path: "/dash/login", body: { loginId, password } };
      return (await send(product, login, "")).cookie;
    },
    async close() {
      agent.destroy();
      await own.close();
    },
  };
}

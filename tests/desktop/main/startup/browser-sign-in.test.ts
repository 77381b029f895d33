/** Signing in by the system's browser: what is opened, and which codes are taken back. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createBrowserSignIn } from "../../../../desktop/main/startup/browser-sign-in.ts";
import { createLinks } from "../../../../desktop/main/startup/links.ts";

const code = "c".repeat(43);
let opened: string[];
let logged: string[];
let told: number;
let server: string | undefined;
let now: number;

function started() {
  const log = (event: string) => void logged.push(event);
  const signIn = createBrowserSignIn({
    openExternal: async (address) => opened.push(address) > 0,
    currentServer: () => server,
    random: (size) => Buffer.alloc(size, 7),
    now: () => now,
    returned: () => {
      told += 1;
    },
    log,
  });
  const links = createLinks(log);
  links.onSignIn(signIn.offer);
  return { signIn, links };
}

beforeEach(() => {
  [opened, logged, told, server, now] = [[], [], 0, "https://visit.example.com", 1_000];
});

describe("signing in by the browser", () => {
  it("opens the chosen server's page only, with the hash of what it keeps", async () => {
    const { signIn, links } = started();
    expect(await signIn.begin()).toBe(true);
    const verifier = Buffer.alloc(32, 7).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    expect(opened).toEqual([`https://visit.example.com/dash/app-sign-in?challenge=${challenge}`]);
    links.offer(`visit://sign-in/${code}`);
    expect(told).toBe(1);
    expect(signIn.take()).toEqual({ code, verifier });
    expect(signIn.take()).toBeNull();
  });

  it("opens nothing without a server", async () => {
    server = undefined;
    const { signIn } = started();
    expect(await signIn.begin()).toBe(false);
    expect(opened).toEqual([]);
  });

  it.each<[string, (begin: () => Promise<boolean>) => Promise<unknown>]>([
    ["that nobody began", async () => {}],
    [
      "that comes a quarter of an hour later",
      async (begin) => {
        await begin();
        now += 15 * 60_000 + 1;
      },
    ],
    [
      "of another server",
      async (begin) => {
        await begin();
        server = "https://other.example.com";
      },
    ],
  ])("leaves a code alone %s", async (_name, prepare) => {
    const { signIn, links } = started();
    await prepare(signIn.begin);
    links.offer(`visit://sign-in/${code}`);
    expect([told, signIn.take(), logged]).toEqual([0, null, ["sign-in-refused"]]);
  });

  it("takes one code for one beginning", async () => {
    const { signIn, links } = started();
    await signIn.begin();
    links.offer(`visit://sign-in/${code}`);
    links.offer(`visit://sign-in/${"d".repeat(43)}`);
    expect(signIn.take()?.code).toBe(code);
    expect(told).toBe(1);
  });

  it.each([
    "visit://sign-in/short",
    `visit://sign-in/${code}/more`,
    `visit://sign-in/${code}?x=1`,
    `http://sign-in/${code}`,
  ])("takes no link such as %s", async (text) => {
    const { signIn, links } = started();
    await signIn.begin();
    expect(links.offer(text)).toBe(false);
    expect(signIn.take()).toBeNull();
  });

  it("signs out at the provider by the server's own way only", async () => {
    const { signIn } = started();
    const path = `/auth/company/leave?token=${code}`;
    expect(await signIn.leave(path)).toBe(true);
    for (const other of ["https://evil.example.com/", `//evil.example.com${path}`, `${path}&x=1`, "/dash"])
      expect(await signIn.leave(other), other).toBe(false);
    expect(opened).toEqual([`https://visit.example.com${path}`]);
  });
});

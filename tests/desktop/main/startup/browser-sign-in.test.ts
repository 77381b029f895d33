import { beforeEach, describe, expect, it } from "vitest";
import { createBrowserSignIn } from "../../../../desktop/main/startup/browser-sign-in.ts";
import { createLinks } from "../../../../desktop/main/startup/links.ts";

const code = "c".repeat(43);
let opened: string[];
let logged: string[];
let returned: number;
let server: string | undefined;
let now: number;

function started() {
  const log = (event: string) => void logged.push(event);
  const signIn = createBrowserSignIn({
    openExternal: async (address) => opened.push(address) > 0,
    currentServer: () => server,
    random: (size) => Buffer.alloc(size, 7),
    now: () => now,
    onReturn: () => void returned++,
    log,
  });
  const links = createLinks(log);
  links.onSignIn(signIn.offer);
  return { signIn, links };
}

beforeEach(() => {
  [opened, logged, returned, server, now] = [[], [], 0, "https://visit.example.com", 1_000];
});

describe("signing in with the browser", () => {
  it("opens nothing without a server", async () => {
    server = undefined;
    const { signIn } = started();
    expect(await signIn.begin()).toBe(false);
    expect(opened).toEqual([]);
  });

  it.each<[string, (begin: () => Promise<boolean>) => Promise<unknown>]>([
    ["without a sign-in begun by the app", async () => {}],
    [
      "after a quarter of an hour",
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
  ])("refuses a code %s", async (_name, prepare) => {
    const { signIn, links } = started();
    await prepare(signIn.begin);
    links.offer(`visit://sign-in/${code}`);
    expect([returned, signIn.take(), logged]).toEqual([0, null, ["sign-in-refused"]]);
  });

  it("accepts one code for a sign-in", async () => {
    const { signIn, links } = started();
    await signIn.begin();
    links.offer(`visit://sign-in/${code}`);
    links.offer(`visit://sign-in/${"d".repeat(43)}`);
    expect(signIn.take()?.code).toBe(code);
    expect(returned).toBe(1);
  });

  it.each([
    "visit://sign-in/short",
    `visit://sign-in/${code}/more`,
    `visit://sign-in/${code}?x=1`,
    `http://sign-in/${code}`,
  ])("refuses the link %s", async (text) => {
    const { signIn, links } = started();
    await signIn.begin();
    expect(links.offer(text)).toBe(false);
    expect(signIn.take()).toBeNull();
  });

  it("signs out at the provider through the server's own path only", async () => {
    const { signIn } = started();
    const path = `/auth/company/leave?token=${code}`;
    expect(await signIn.leave(path)).toBe(true);
    for (const other of ["https://evil.example.com/", `//evil.example.com${path}`, `${path}&x=1`, "/dash"])
      expect(await signIn.leave(other), other).toBe(false);
    expect(opened).toEqual([`https://visit.example.com${path}`]);
  });
});

/** electron-updater itself, with our settings, against what the server offers: a newer version that is signed, never an older one. */
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Koa from "koa";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { desktopUpdates } from "#api/features/desktop-updates/middleware.ts";
import { handleErrors } from "#api/http/error-handler.ts";
import { type RequestState, requestContext } from "#api/http/request-context.ts";
import { createLog } from "#api/log.ts";
import type { UpdateState } from "../../../../desktop/ipc.ts";
import type { Policy } from "../../../../desktop/main/policy/policy.ts";
import { createUpdates, type Updater } from "../../../../desktop/main/updates/updates.ts";
import { signManifest } from "../../../../desktop/update-signature.ts";
import { ownFolder, suiteFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const require = createRequire(import.meta.url);
const { AppImageUpdater } = require("electron-updater");
const { ElectronHttpExecutor } = require("electron-updater/out/electronHttpExecutor");
const { NodeHttpExecutor } = require("builder-util");

const offered = join(suiteFolder(), "offered");
const requests: string[] = [];
let address = "";
const server = createServer();

beforeAll(async () => {
  const log = createLog("fatal");
  const app = new Koa<RequestState>()
    .use(requestContext(log, { trustedProxies: [], publicOrigin: undefined, consoleAddresses: [] }))
    .use(handleErrors(log));
  app.use(desktopUpdates(offered, log));
  const handle = app.callback();
  server.on("request", (request, response) => {
    requests.push(`${request.method} ${new URL(request.url ?? "", "http://x").pathname}`);
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/desktop/updates`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  rmSync(offered, { recursive: true, force: true });
  mkdirSync(offered);
  requests.length = 0;
});

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const releaseKey = publicKey.export({ format: "der", type: "spki" }).toString("base64");

const content = (version: string) => Buffer.from(`the program in version ${version} `.repeat(500));

interface Released {
  readonly manifest?: string;
  readonly bytes?: Buffer;
  /** the version that was signed */
  readonly signed?: string;
  readonly key?: typeof privateKey | undefined;
}

function release(version: string, more: Released = {}) {
  const { manifest = "latest-linux.yml", bytes = content(version), signed = version } = more;
  const key = "key" in more ? more.key : privateKey;
  const name = `visitor-desk-${version}-linux-x86_64.AppImage`;
  const sha512 = createHash("sha512").update(content(version)).digest("base64");
  const size = content(version).length;
  const signature = key && signManifest({ version: signed, files: [{ url: name, sha512, size }] }, key);
  writeFileSync(join(offered, name), bytes);
  writeFileSync(
    join(offered, manifest),
    `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${size}\n` +
      `path: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T00:00:00.000Z'\n` +
      (signature ? `signature: ${signature}\n` : ""),
  );
}

/** An installed AppImage of a version, asking the server. @returns what it came to in the end */
async function installed(version: string, policy: Policy = {}) {
  const folder = ownFolder();
  const config = join(folder, "app-update.yml");
  writeFileSync(config, `provider: generic\nurl: ${address}\nuseMultipleRangeRequest: false\n`);
  const before = process.env.APPIMAGE;
  process.env.APPIMAGE = join(folder, "desk.AppImage");
  onTestFinished(() => {
    if (before === undefined) delete process.env.APPIMAGE;
    else process.env.APPIMAGE = before;
  });
  const updater = new AppImageUpdater(null, {
    version,
    name: "visitor-desk",
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  });
  // Electron's download over Node's network
  updater.httpExecutor = Object.assign(new NodeHttpExecutor(), {
    download: ElectronHttpExecutor.prototype.download,
  });
  let downloaded = "";
  updater.on("update-downloaded", (event: { downloadedFile: string }) => {
    downloaded = event.downloadedFile;
  });
  const updates = createUpdates({
    load: async () => updater as Updater,
    policy,
    isPolicyBroken: false,
    isSelfUpdating: true,
    releaseKey,
    platform: "linux",
    onChange: () => {},
    repeat: () => {},
    later: () => {},
    log: keptLog().log,
  });
  updates.start();
  const unsettled: UpdateState["state"][] = ["checking", "fetching"];
  await expect.poll(() => unsettled.includes(updates.read().state), { timeout: 15_000 }).toBe(false);
  return { state: updates.read(), downloaded };
}

it.each(["1.2.3", "1.2.2", "1.2.3-beta.1"])("with 1.2.3 installed, %s is not downloaded", async (version) => {
  release(version);
  expect((await installed("1.2.3")).state).toEqual({ state: "current" });
  expect(requests).toEqual(["GET /desktop/updates/latest-linux.yml"]);
});

it("changing the channel installs no older version", async () => {
  release("1.2.0");
  expect((await installed("1.3.0-beta.1", { updateChannel: "latest" })).state).toEqual({ state: "current" });
  release("1.2.0-beta.9", { manifest: "beta-linux.yml" });
  expect((await installed("1.2.0", { updateChannel: "beta" })).state).toEqual({ state: "current" });
});

it("the channel of the policy is used", async () => {
  release("1.2.3");
  release("1.3.0-beta.1", { manifest: "beta-linux.yml" });
  expect((await installed("1.2.3")).state).toEqual({ state: "current" });
  expect((await installed("1.2.3", { updateChannel: "beta" })).state).toEqual({
    state: "ready",
    version: "1.3.0-beta.1",
  });
});

it.each<[string, Released]>([
  ["without a signature", { key: undefined }],
  ["signed by another key", { key: generateKeyPairSync("ed25519").privateKey }],
  ["with the signature of another version", { signed: "1.2.9" }],
])("a manifest %s leads to no download", async (_how, more) => {
  release("1.3.0", more);
  expect((await installed("1.2.3")).state).toEqual({ state: "failed" });
  expect(requests).toEqual(["GET /desktop/updates/latest-linux.yml"]);
});

it("a download that differs from its manifest is discarded", async () => {
  release("1.3.0");
  const whole = content("1.3.0");
  // changed between the manifest's check and the download
  const spoil = ({ url = "" }: IncomingMessage) => {
    if (url.includes("AppImage"))
      writeFileSync(join(offered, "visitor-desk-1.3.0-linux-x86_64.AppImage"), whole.toReversed());
  };
  server.prependListener("request", spoil);
  onTestFinished(() => void server.off("request", spoil));
  const { state, downloaded } = await installed("1.2.3");
  expect([state, downloaded]).toEqual([{ state: "failed" }, ""]);
});

it("no update is found without a release, or while one is being copied", async () => {
  expect((await installed("1.2.3")).state).toEqual({ state: "current" });
  release("1.3.0", { bytes: content("1.3.0").subarray(0, 900) });
  expect((await installed("1.2.3")).state).toEqual({ state: "current" });
  expect(requests.filter((each) => each.includes("AppImage"))).toEqual([]);
});

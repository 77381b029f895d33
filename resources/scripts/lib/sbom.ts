import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { npmCommand } from "../install.mjs";
import { ROOT } from "./paths.ts";

const bom = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.looseObject({ component: z.looseObject({ version: z.string() }) }),
});

/** Installed apps of this version were built from these packages. */
export const sbomName = (version: string): string => `visitor-${version}.cdx.json`;

/**
 * The software bill of materials: every package of the lock file, those that only build and test marked as such.
 * @returns CycloneDX as JSON, and the version of the product
 * @throws where npm fails
 */
export async function readSbom(): Promise<{ version: string; text: string }> {
  const { command, args } = npmCommand();
  const options = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { stdout } = await promisify(execFile)(command, [...args, ...options], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
    shell: command === "npm" && process.platform === "win32",
  });
  const { metadata, ...rest } = bom.parse(JSON.parse(stdout));
  // npm calls the product as its folder is called
  const component = { ...metadata.component, name: "visitor" };
  const { version } = metadata.component;
  return { version, text: JSON.stringify({ ...rest, metadata: { ...metadata, component } }, undefined, 2) };
}

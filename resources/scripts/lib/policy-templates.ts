/** Templates of policies for IT (resources/policy), placed with the installers of the version that reads them. */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** The name of their folder. */
export const templatesName = (version: string): string => `visitor-desk-${version}-policy`;

/** @param folder of the installers @returns the folder of the templates */
export async function copyTemplates(folder: string, version: string): Promise<string> {
  const target = join(folder, templatesName(version));
  await rm(target, { recursive: true, force: true });
  await cp(join(ROOT, "resources", "policy"), target, { recursive: true });
  return target;
}

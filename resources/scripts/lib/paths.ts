import { join, resolve } from "node:path";

/** The project folder and the places in it that tasks share. */
export const ROOT = resolve(import.meta.dirname, "../../..");
export const DATA_DIR = join(ROOT, ".data");
export const SITE_DIR = join(ROOT, "dist", "visitor");
export const CONSOLE_DIR = join(ROOT, "dist", "console");

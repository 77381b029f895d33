/** Loaded before a process: writes down which large libraries it loads, to the file that MODULES_REPORT names. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env.MODULES_REPORT;
if (file === undefined) throw new Error("MODULES_REPORT names no file");

registerHooks({
  resolve(specifier, context, next) {
    if (/^@(aws-sdk|smithy|opentelemetry)\/|^(file-type|sanitize-html)$/.test(specifier))
      appendFileSync(file, `${specifier}\n`);
    return next(specifier, context);
  },
});

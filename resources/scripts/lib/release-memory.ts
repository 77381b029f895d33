import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then the jobs are loaded, too. */
const settledMs = 5_000;

/**
 * Gives back what loading the modules left behind, once, in a tenth of a second: V8 collects a heap that grows, and that of a
 * server at rest does not. Stores what was compiled, for the next start. Under load the old generation is collected when it
 * has doubled, where V8 would let it grow fourfold first (docs/reliability.md, "Memory").
 */
export function releaseMemoryLater(): void {
  setFlagsFromString("--heap-growing-percent=100");
  setTimeout(() => {
    flushCompileCache();
    setFlagsFromString("--expose-gc");
    runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
  }, settledMs).unref();
}

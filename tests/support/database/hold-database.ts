/**
 * A process that uses the embedded database in the folder given as argument. Prints one line of JSON when it is
 * connected, and its log to stderr; stops at SIGTERM.
 */
import { startEmbedded } from "#db/embedded/index.ts";

const database = await startEmbedded({ root: process.argv[2] ?? "" });
console.log(JSON.stringify(database));
process.once("SIGTERM", async () => {
  await database.stop();
  process.exit(0);
});
// keeps the process alive
process.stdin.resume();

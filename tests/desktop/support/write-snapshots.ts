/**
 * Keeps one snapshot after the other; to be killed. Each is of one number, which is said once it is written.
 * `node write-snapshots.ts <folder> <first number>`
 */
import { reads, startKeeper, visitor } from "./snapshots.ts";

const [folder = "", first = "0"] = process.argv.slice(2);
const keeper = startKeeper({ folder });
for (let number = Number(first); ; number++) {
  const reserveNo = String(number);
  await keeper.says(reads(Array.from({ length: 200 }, (_, id) => visitor(id, { reserveNo }))));
  process.stdout.write(`${number}\n`);
}

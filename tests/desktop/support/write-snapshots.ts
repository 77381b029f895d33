/**
 * Writes snapshots until it is killed. Each has one number, which is printed once it is written.
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

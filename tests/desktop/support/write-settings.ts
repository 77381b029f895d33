/** Writes settings without end; to be killed. `node write-settings.ts <file>` */
import { writeAtomically } from "../../../desktop/main/storage/atomic-file.ts";

const file = process.argv[2] ?? "";
for (let n = 0; ; n++) {
  const servers = Array.from({ length: 20 }, (_, s) => `https://s${s}-${n}.example.com`);
  await writeAtomically(file, JSON.stringify({ servers, current: null, language: null }));
  if (n === 3) process.stdout.write("writing\n");
}

import { existsSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8").trim();

/** The product's version, from package.json. */
export const { version } = JSON.parse(read("package.json")) as { version: string };

/** The commit of a checkout. Without git, which refuses a folder of another user. */
function commitOfCheckout(): string | undefined {
  if (!existsSync(new URL(".git/HEAD", root))) return undefined;
  const head = read(".git/HEAD");
  if (!head.startsWith("ref: ")) return head;
  const ref = head.slice("ref: ".length);
  if (existsSync(new URL(`.git/${ref}`, root))) return read(`.git/${ref}`);
  const packed = existsSync(new URL(".git/packed-refs", root)) ? read(".git/packed-refs") : "";
  return packed
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(" ")[0];
}

/** First twelve characters of the commit: of COMMIT_SHA, which the image has, or of the checkout; undefined elsewhere. */
export const commit = /^[0-9a-f]{7,12}/.exec(process.env.COMMIT_SHA || (commitOfCheckout() ?? ""))?.[0];

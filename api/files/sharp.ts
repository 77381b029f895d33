/** Loads sharp, the image library. */
import type sharp from "sharp";

let loading: Promise<typeof sharp> | undefined;

/** Loaded with the first image: it takes 26 MB, and most processes need none. */
export const loadSharp = () => {
  loading ??= import("sharp").then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return loading;
};

/**
 * Reads the header of a PNG, JPEG or WebP without decoding pixels; the size is of one frame.
 * @returns undefined where the header is not readable
 */
export async function readSize(bytes: Buffer) {
  const open = await loadSharp();
  try {
    const { width, height, pages = 1 } = await open(bytes, { limitInputPixels: false }).metadata();
    return { width, height, frames: pages };
  } catch {
    return undefined;
  }
}

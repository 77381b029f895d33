/**
 * Re-encodes uploaded images, which removes everything but pixels: camera data, embedded documents
 * (docs/decisions/signage/uploads.md).
 */
import { invalid } from "#api/errors.ts";
import type { CheckedImage } from "./images.ts";
import { loadSharp } from "./sharp.ts";

/** Total of all frames of an animation; encoding takes up to half a second per megapixel. */
const maxMegapixelsOfFrames = 100;

/** High enough for a logo's edges. */
const quality = 90;

let queue: Promise<unknown> = Promise.resolve();

/** Serialises work on images: encoding 40 megapixels may take 400 MB. */
function serialize<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work);
  // Drops the value, so that the last image is not kept in memory.
  queue = result.then(
    () => {},
    () => {},
  );
  return result;
}

/** Whether the first frame of a WebP is lossless. */
function isLosslessWebp(bytes: Buffer): boolean {
  const lossless = bytes.indexOf("VP8L");
  const lossy = bytes.indexOf("VP8 ");
  return lossless >= 0 && (lossy < 0 || lossless < lossy);
}

async function encode({ contentType, bytes, width, height, frames }: CheckedImage) {
  const open = await loadSharp();
  const isAnimated = frames > 1;
  const image = open(bytes, {
    // Ignores warnings: viewers show such images, too.
    failOn: "error",
    limitInputPixels: width * height * frames,
    animated: isAnimated,
    // Rotating an animation would reverse the order of its frames.
    autoOrient: !isAnimated,
  });
  if (contentType === "image/png") image.png({ adaptiveFiltering: true });
  else if (contentType === "image/webp")
    image.webp(isLosslessWebp(bytes) ? { lossless: true, effort: 2 } : { quality, effort: 2 });
  else {
    const { chromaSubsampling } = await image.metadata();
    // `optimizeCoding` would need the whole image in memory.
    image.jpeg({
      quality,
      chromaSubsampling: chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0",
      optimizeCoding: false,
    });
  }
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/**
 * Re-encodes an image in its own format: upright, in sRGB, with all frames of an animation.
 * @param field named by errors
 * @throws InvalidInput on the field
 */
export async function reencode(field: string, image: CheckedImage): Promise<CheckedImage> {
  if (image.frames > 1 && image.width * image.height * image.frames > maxMegapixelsOfFrames * 1e6)
    throw invalid({ [field]: `imageFrames:${maxMegapixelsOfFrames}` });
  return serialize(async () => {
    // Outside of the try block: a missing library does not mean a broken image.
    await loadSharp();
    try {
      return { ...image, ...(await encode(image)) };
    } catch {
      throw invalid({ [field]: "imageBroken" });
    }
  });
}

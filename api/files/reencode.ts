/**
 * Decodes uploaded images and encodes their pixels anew, so that what is stored holds nothing else: no camera data, no
 * second document (docs/decisions/signage/uploads.md).
 */
import { invalid } from "#api/errors.ts";
import type { CheckedImage } from "./images.ts";
import { loadSharp } from "./sharp.ts";

/** Of all frames of an animation: each is decoded and encoded, which takes up to half a second for a megapixel. */
const maxMegapixelsOfFrames = 100;

/** High enough that a logo's edges and a photo look as before. */
const quality = 90;

let turn: Promise<unknown> = Promise.resolve();

/** One image after the other: one of 40 megapixels may take 400 MB while it is encoded. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  // Without its value: the bytes of the last image are not held until the next.
  turn = result.then(
    () => {},
    () => {},
  );
  return result;
}

/** Whether a WebP is packed without loss: its first frame tells. */
function isLosslessWebp(bytes: Buffer): boolean {
  const lossless = bytes.indexOf("VP8L");
  const lossy = bytes.indexOf("VP8 ");
  return lossless >= 0 && (lossy < 0 || lossless < lossy);
}

async function encode({ contentType, bytes, width, height, frames }: CheckedImage) {
  const open = await loadSharp();
  const isAnimated = frames > 1;
  const image = open(bytes, {
    // A photo with a slip that every viewer forgives is still a photo.
    failOn: "error",
    limitInputPixels: width * height * frames,
    animated: isAnimated,
    // Turning the strip of frames would reverse their order.
    autoOrient: !isAnimated,
  });
  if (contentType === "image/png") image.png({ adaptiveFiltering: true });
  else if (contentType === "image/webp")
    image.webp(isLosslessWebp(bytes) ? { lossless: true, effort: 2 } : { quality, effort: 2 });
  else {
    const { chromaSubsampling } = await image.metadata();
    // Better tables would need the whole image in memory.
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
 * The same picture in the same format: upright, in sRGB, all frames of an animation, and nothing else.
 * @param field to name where it cannot be decoded
 * @throws InvalidInput on the field
 */
export async function reencode(field: string, image: CheckedImage): Promise<CheckedImage> {
  if (image.frames > 1 && image.width * image.height * image.frames > maxMegapixelsOfFrames * 1e6)
    throw invalid({ [field]: `imageFrames:${maxMegapixelsOfFrames}` });
  return inTurn(async () => {
    // Outside of what is caught: a missing library is no broken image.
    await loadSharp();
    try {
      return { ...image, ...(await encode(image)) };
    } catch {
      throw invalid({ [field]: "imageBroken" });
    }
  });
}

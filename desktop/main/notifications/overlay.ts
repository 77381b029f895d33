import { type NativeImage, nativeImage } from "electron";

const size = 16;
/** Blue, green, red, opaque. */
const colour = [0x1e, 0x26, 0xb3, 0xff];

/** A round mark for the corner of the program's icon in the taskbar of Windows. */
export function overlayMark(): NativeImage {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (Math.hypot(x - middle, y - middle) <= size / 2 - 1) pixels.set(colour, (y * size + x) * 4);
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}

import { globSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";

// A browser shows a damaged picture in part, without an error.
it.each(globSync(["web/public/**/*.png", "resources/icons/**/*.png"]))("%s is undamaged", async (file) => {
  expect((await sharp(file).raw().toBuffer()).length).toBeGreaterThan(0);
});

/** Languages, colours and widths of the desktop tests. */

const full = process.env.TEST_FULL !== undefined;

/** For `test.each`. */
export const looks = [
  { lang: "ko", width: 1440, colours: "light" },
  { lang: "en", width: 360, colours: "dark" },
] as const;

/** @returns all of them with `npm run test:full`, else the first few */
export const sampleOf = <T>(all: readonly T[], size = 1): readonly T[] => (full ? all : all.slice(0, size));

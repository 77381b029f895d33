/** The languages, colours and widths in which screens are looked at. */

/** One try in the language and look most people have; the others with `npm run test:full`. */
export const full = process.env.TEST_FULL !== undefined;

/** For `test.each`: how a screen of the console is opened, of tests that only the full run has. */
export const looks = [
  { lang: "ko", width: 1440, colours: "light" },
  { lang: "en", width: 360, colours: "dark" },
] as const;

/** @returns all of them with `npm run test:full`, else the first few */
export const sampleOf = <T>(all: readonly T[], size = 1): readonly T[] => (full ? all : all.slice(0, size));

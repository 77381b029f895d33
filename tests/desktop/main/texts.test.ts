import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { texts } from "../../../desktop/main/language.ts";

const code = globSync("desktop/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
const namesOf = (language: "ko" | "en") =>
  Object.entries(texts[language]).flatMap(([group, entries]) =>
    Object.keys(entries).map((name) => [group, name] as const),
  );

it("every text of the app is there in both languages", () => {
  expect(namesOf("en")).toEqual(namesOf("ko"));
});

/** Problems and states are named by their codes, which stand in ipc.ts. */
it.each(namesOf("ko"))("the text %s.%s is said somewhere", (_group, name) => {
  expect(code.some((text) => new RegExp(`\\b${name}\\b`).test(text))).toBe(true);
});

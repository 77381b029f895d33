import { ipcArguments } from "../ipc-arguments.ts";

/** Channel names look like host names: "connection.read". */
const ownNames: ReadonlySet<string> = new Set(Object.keys(ipcArguments));

/** Patterns that identify a person, a server or a user's folder. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi, "<address>"],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "<email>"],
  // keeps file names, removes folders
  [/(?:[a-z]:\\|\\\\|(?<![\w.])\/)(?:[^\\/:*?"<>|\r\n]+[\\/])+/gi, "<folder>/"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "<address>"],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, "<address>"],
  [
    /\b(?!\d+\.\d+\.\d+\b)(?:[a-z0-9-]+\.)+(?:[a-z]{2,})(?::\d+)?\b(?<!\.(?:json|yml|ts|js|cjs|log|exe|deb|asar|html)(?::\d+)*)/gi,
    "<host>",
  ],
  [/(?<!\d)(?:\+?\d[\d() -]{7,}\d)(?!\d)/g, "<number>"],
  [/\b\d{6}-[\dA-Z]{5}\b/gi, "<number>"],
  [/[\p{Script=Hangul}]{2,}/gu, "<text>"],
];

export const redact = (text: string): string =>
  rules.reduce(
    (rest, [pattern, instead]) =>
      rest.replace(pattern, (found: string) => (ownNames.has(found) ? found : instead)),
    text,
  );

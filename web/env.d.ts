/** What the build makes (resources/fonts/pretendard.ts, web/build/texts.ts). */
declare module "#fonts/covered.json" {
  /** Every character beyond ASCII that the first font file draws. */
  const covered: string;
  export default covered;
}

declare module "#fonts/*.css";

declare module "#texts/*" {
  const texts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default texts;
}

interface WindowEventMap {
  "visitor:error": CustomEvent<import("./lib/error-events.ts").ErrorReport>;
}

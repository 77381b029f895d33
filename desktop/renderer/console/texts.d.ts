/** What the build makes: parts of the texts (text-parts.ts) and style sheets of fonts (resources/fonts/pretendard.ts). */
declare module "*.json?first" {
  const texts: object;
  export default texts;
}

declare module "*.json?later" {
  const texts: object;
  export default texts;
}

declare module "#fonts/*.css";

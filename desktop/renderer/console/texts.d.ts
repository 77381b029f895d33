/** Parts of the texts, see text-parts.ts. */
declare module "*.json?first" {
  const texts: object;
  export default texts;
}

declare module "*.json?later" {
  const texts: object;
  export default texts;
}

type Tree = { readonly [key: string]: string | Tree } | readonly string[];

/** Texts by address, "visitor.home.apply". */
export function flatten(tree: Tree, prefix = ""): Record<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as const]
      : Object.entries(flatten(value, `${prefix}${key}.`)),
  );
  return Object.fromEntries(entries);
}

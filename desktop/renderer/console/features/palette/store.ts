import { createSpotlight } from "@mantine/spotlight";

export const [paletteStore, palette] = createSpotlight();

/** Marks the first entry, which Enter takes; the library does so only while somebody types. */
export function selectFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  const first = list?.querySelector("[data-action]");
  first?.setAttribute("data-selected", "true");
  first?.scrollIntoView({ block: "nearest" });
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

import type { ComboboxStore } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";

/**
 * Keyboard handling and ARIA attributes of a search field, like Mantine's `Combobox.Target`.
 */
export function useOptionKeys(combobox: ComboboxStore) {
  const [active, setActive] = useState<string | null>(null);
  const isOpen = combobox.dropdownOpened;
  const move = (step: () => string | null) => {
    if (isOpen) return setActive(step());
    combobox.openDropdown("keyboard");
    setActive(combobox.selectActiveOption());
    combobox.updateSelectedOptionIndex("selected", { scrollIntoView: true });
  };
  return {
    target: {
      "aria-activedescendant": (isOpen && active) || undefined,
      "aria-controls": (isOpen && combobox.listId) || undefined,
      "aria-haspopup": "listbox",
      // Escape closes the list only, not a surrounding drawer
      "data-mantine-stop-propagation": isOpen || undefined,
    } as const,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.code === "ArrowDown" || event.code === "ArrowUp") {
        event.preventDefault();
        move(event.code === "ArrowDown" ? combobox.selectNextOption : combobox.selectPreviousOption);
      } else if (event.key === "Enter" && isOpen && combobox.getSelectedOptionIndex() >= 0) {
        event.preventDefault();
        combobox.clickSelectedOption();
      } else if (event.key === "Escape") combobox.closeDropdown("keyboard");
    },
  };
}

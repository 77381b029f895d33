import type { ComboboxStore } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";

/**
 * What a search box does by the keyboard, and says of its list: as Mantine's `Combobox.Target`, without the list around it,
 * which comes later than the box (found-options.tsx).
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
      // Escape closes the list, and not the drawer around it
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

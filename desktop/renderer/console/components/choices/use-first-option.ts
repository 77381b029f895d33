import { useState } from "react";

/** Mantine resets the active option shortly after the list has opened. */
const settledMs = 10;

/**
 * Highlights the first option of a searchable `Select` while typing, so that Enter selects it, even for the letter that
 * opens the list.
 * @param isFound the field contains a search whose options are loaded
 * @returns props for the `Select`
 */
export function useFirstOption(isFound: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    onDropdownClose: () => setIsOpen(false),
    onDropdownOpen: () => void setTimeout(() => setIsOpen(true), settledMs),
    selectFirstOptionOnChange: isOpen && isFound,
  };
}

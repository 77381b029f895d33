import { useState } from "react";

/** Mantine forgets the marked option one turn of the event loop after the list has opened. */
const settledMs = 10;

/**
 * Marks the first option of a searchable `Select` while somebody types, so that Enter takes it, also for the letter that
 * opens the list.
 * @param isTyped what stands in the field is a search, and its options are there
 * @returns props of the `Select`
 */
export function useFirstOption(isTyped: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    onDropdownClose: () => setIsOpen(false),
    onDropdownOpen: () => void setTimeout(() => setIsOpen(true), settledMs),
    selectFirstOptionOnChange: isOpen && isTyped,
  };
}

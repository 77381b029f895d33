/** Browser storage that may be unavailable: reading then returns null, writing does nothing. */
type Shelf = "localStorage" | "sessionStorage";

export function read(shelf: Shelf, key: string): string | null {
  try {
    return window[shelf].getItem(key);
  } catch {
    return null;
  }
}

export function write(shelf: Shelf, key: string, value: string): void {
  try {
    window[shelf].setItem(key, value);
  } catch {
    // Private window or full disk: the site works without persistence.
  }
}

export function remove(shelf: Shelf, key: string): void {
  try {
    window[shelf].removeItem(key);
  } catch {
    // Unavailable storage has nothing to remove.
  }
}

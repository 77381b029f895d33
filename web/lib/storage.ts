/** Browser storage that may be missing, full or forbidden: reading then gives null, writing does nothing. */
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
    // Private windows and full disks: the site works on, it only forgets.
  }
}

export function remove(shelf: Shelf, key: string): void {
  try {
    window[shelf].removeItem(key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Browser storage that may be unavailable: reading then returns null, writing does nothing. */
type StorageName = "localStorage" | "sessionStorage";

export function read(name: StorageName, key: string): string | null {
  try {
    return window[name].getItem(key);
  } catch {
    return null;
  }
}

export function write(name: StorageName, key: string, value: string): void {
  try {
    window[name].setItem(key, value);
  } catch {
    // Private window or full disk: the site works without persistence.
  }
}

export function remove(name: StorageName, key: string): void {
  try {
    window[name].removeItem(key);
  } catch {
    // Unavailable storage has nothing to remove.
  }
}

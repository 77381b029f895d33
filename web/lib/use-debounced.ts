import { useEffect, useState } from "react";

/**
 * A value that follows once it has rested.
 * @returns the rested value, and a function that takes the present one over at once
 */
export function useDebounced(value: string, milliseconds: number): readonly [string, () => void] {
  const [rested, setRested] = useState(value);

  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);

  return [rested, () => setRested(value)];
}

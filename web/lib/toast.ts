/** Toasts. A repeated message replaces the earlier one and restarts its timer. */
import { create } from "zustand";

export interface Toast {
  readonly id: number;
  readonly kind: "info" | "warning";
  readonly title: string;
  readonly detail?: string | undefined;
}

let lastId = 0;

export const useToasts = create<readonly Toast[]>(() => []);

/** Shows a toast; at most three at once. */
export function toast(kind: Toast["kind"], title: string, detail?: string): void {
  lastId += 1;
  const next: Toast = { id: lastId, kind, title, detail };
  useToasts.setState((shown) => [...shown.filter((one) => one.title !== title), next].slice(-3), true);
}

/** Dismisses all toasts. */
export const dismissToasts = (): void => useToasts.setState([], true);

export const dismissToast = (id: number): void =>
  useToasts.setState((shown) => shown.filter((one) => one.id !== id), true);

/**
 * Renders with React's production version. The development version, required by Testing Library's `render`, is 50 %
 * slower.
 */
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";

const drawn = new Map<Root, HTMLElement>();

export function render(page: ReactNode): void {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  drawn.set(root, container);
  root.render(page);
}

/** Unmounts everything. */
export function cleanup(): void {
  for (const [root, container] of drawn) {
    root.unmount();
    container.remove();
  }
  drawn.clear();
}

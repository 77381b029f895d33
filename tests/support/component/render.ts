/**
 * Draws into the page with React as it is shipped. Its development version, which Testing Library's own `render` needs,
 * takes half as much time again.
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

/** Takes away all that was drawn. */
export function cleanup(): void {
  for (const [root, container] of drawn) {
    root.unmount();
    container.remove();
  }
  drawn.clear();
}

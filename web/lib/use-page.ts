import { type RefObject, useEffect, useRef } from "react";
import { useCompanyName } from "./configuration.ts";
import { useTranslate } from "./language.ts";

/** The page the site was opened on: only later ones take the focus. */
let opened = true;

/**
 * Names the window and, after a navigation, puts the focus on the page's heading, so that readers
 * hear where they are. Give the heading the returned ref and `tabIndex={-1}`.
 */
export function usePage(page: string): RefObject<HTMLHeadingElement | null> {
  const t = useTranslate();
  const company = useCompanyName();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("visitor.site.title", { page, company });

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (!opened) heading.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => {
      opened = false;
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return heading;
}

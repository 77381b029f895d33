import { type RefObject, useEffect, useRef } from "react";
import { useCompanyName } from "./configuration.ts";
import { useTranslate } from "./language.ts";

/** The first page does not take the focus. */
let opened = true;

/**
 * Sets the document title and, after a navigation, focuses the page's heading, so that screen readers announce it. Give
 * the heading the returned ref and `tabIndex={-1}`.
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

import { type RefObject, useEffect, useRef } from "react";
import { useCompanyName } from "./configuration.ts";
import { useTranslate } from "./language.ts";

/** The first page does not take the focus. */
let isFirstPage = true;

/**
 * Sets the document title and, after a navigation, focuses the page's heading, so that screen readers announce it. Give
 * the heading the returned ref and `tabIndex={-1}`.
 */
export function usePageTitle(page: string): RefObject<HTMLHeadingElement | null> {
  const t = useTranslate();
  const company = useCompanyName();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("visitor.site.title", { page, company });

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => {
      isFirstPage = false;
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return heading;
}

import { CloseButton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslate } from "../lib/language.ts";
import { SideDrawer } from "./side-drawer.tsx";
import styles from "./side-panel.module.css";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Width for navigation, list and panel. */
const wideScreen = "(min-width: 85em)";

/** Details of a record: next to the list on wide screens, otherwise in a drawer. */
export function SidePanel(props: Props) {
  const isWide = useMediaQuery(wideScreen, false, { getInitialValueInEffect: false });
  if (!isWide) return <SideDrawer {...props} />;
  return props.isOpen ? <Panel {...props} /> : null;
}

function Panel({ title, onClose, children }: Props) {
  const t = useTranslate();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const latestOnClose = useRef(onClose);
  latestOnClose.current = onClose;

  useEffect(() => {
    const previous = document.activeElement;
    // its content may have taken the focus already
    if (!panel.current?.contains(previous)) panel.current?.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
      // Escape first closes an open dropdown or dialog
      const isTaken =
        event.target instanceof Element && event.target.matches('[data-mantine-stop-propagation="true"]');
      if (!isTaken && !document.querySelector('[aria-modal="true"]')) latestOnClose.current();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <section aria-labelledby={titleId} className={styles.panel} ref={panel} role="dialog" tabIndex={-1}>
      <div className={styles.header}>
        <Text component="h2" id={titleId}>
          {title}
        </Text>
        <CloseButton aria-label={t("console.shell.close")} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}

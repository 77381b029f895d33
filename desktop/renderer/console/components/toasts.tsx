import { CloseButton, useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import { type CloseButtonProps, cssTransition, ToastContainer } from "react-toastify/unstyled";
import { useTranslate } from "../lib/language.ts";
import styles from "./toasts.module.css";

const toastMs = 3_000;
/** Minimum remaining time after hovering. */
const minRemainingMs = 500;

/** 400 ms transitions (docs/behaviour.md, "Console"). */
const fade = cssTransition({ enter: styles.enter ?? "", exit: styles.exit ?? "", collapse: false });

/**
 * A toast closes when its progress bar ends, and pauses while hovered. Afterwards the bar continues from where it would
 * be without the pause, but with at least half a second left.
 * @returns removes the listeners
 */
function extendAfterHover(toast: HTMLElement, bar: Element): () => void {
  let enteredAt = 0;
  const enter = () => {
    enteredAt = performance.now();
  };
  const leave = () => {
    const hoveredMs = performance.now() - enteredAt;
    for (const animation of bar.getAnimations())
      animation.currentTime = Math.min(Number(animation.currentTime) + hoveredMs, toastMs - minRemainingMs);
  };
  toast.addEventListener("mouseenter", enter);
  toast.addEventListener("mouseleave", leave);
  return () => {
    toast.removeEventListener("mouseenter", enter);
    toast.removeEventListener("mouseleave", leave);
  };
}

/** Close button. Also sets a translated label of the progress bar, which the package names in English only. */
function ToastClose({ closeToast }: CloseButtonProps) {
  const t = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const timer = t("console.shell.toastTimer");

  useEffect(() => {
    const toast = button.current?.closest<HTMLElement>(".Toastify__toast");
    const bar = toast?.querySelector("[role=progressbar]");
    if (!toast || !bar) return;
    bar.setAttribute("aria-label", timer);
    return extendAfterHover(toast, bar);
  }, [timer]);

  return (
    <CloseButton
      aria-label={t("console.shell.close")}
      className={styles.close ?? ""}
      onClick={closeToast}
      ref={button}
      size="sm"
    />
  );
}

/** Toasts (docs/behaviour.md, "Console"): top centre, close button, progress bar, 3000 ms, 500 ms more after hovering. */
export function Toasts() {
  const t = useTranslate();
  return (
    <ToastContainer
      aria-label={t("console.shell.notices")}
      autoClose={toastMs}
      closeButton={ToastClose}
      closeOnClick={false}
      pauseOnFocusLoss={false}
      pauseOnHover
      position="top-center"
      theme={useComputedColorScheme()}
      transition={fade}
    />
  );
}

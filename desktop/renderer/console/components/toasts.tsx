import { useComputedColorScheme } from "@mantine/core";
import { cssTransition, ToastContainer } from "react-toastify/unstyled";
import { useTranslate } from "../lib/language.ts";
import styles from "./toasts.module.css";

/** 400 ms to come and to go (specification, section 9). */
const fade = cssTransition({ enter: styles.enter ?? "", exit: styles.exit ?? "", collapse: false });

/** Toasts as the specification wants them: top centre, close button, progress bar, 3000 ms. */
export function Toasts() {
  const t = useTranslate();
  return (
    <ToastContainer
      aria-label={t("console.frame.notices")}
      autoClose={3000}
      closeButton
      closeOnClick={false}
      pauseOnFocusLoss={false}
      pauseOnHover
      position="top-center"
      theme={useComputedColorScheme()}
      transition={fade}
    />
  );
}

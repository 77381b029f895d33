import { Component, type ReactNode } from "react";
import { textsOf } from "../texts.ts";
import { Button } from "./button.tsx";
import styles from "./error-boundary.module.css";

interface Props {
  readonly children: ReactNode;
}

/** What is shown instead of nothing where a part of the page breaks. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    // the page's own language broke with it
    const { app } = textsOf[document.documentElement.lang === "en" ? "en" : "ko"];
    return (
      <main className={styles.page}>
        <h1>{app.crashed}</h1>
        <Button look="primary" onClick={() => window.location.reload()}>
          {app.reload}
        </Button>
      </main>
    );
  }
}

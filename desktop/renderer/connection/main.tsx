import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "../shared/visually-hidden.css";
import { Component, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { desktopApp } from "../shared/desktop-app.ts";
import { hasUnsavedFields, trackUnsavedFields } from "../shared/unsaved-fields.ts";
import { Button } from "./components/controls.tsx";
import styles from "./components/error-boundary.module.css";
import { ConnectionPage } from "./connection-page.tsx";
import { textsOf } from "./texts.ts";

interface Props {
  readonly children: ReactNode;
}

/** Shown when rendering the page fails. */
class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    // the language context is unavailable after the failure
    const { app } = textsOf[document.documentElement.lang === "en" ? "en" : "ko"];
    return (
      <main className={styles.page}>
        <h1>{app.crashed}</h1>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {app.reload}
        </Button>
      </main>
    );
  }
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

trackUnsavedFields();
desktopApp?.answerUnsaved(hasUnsavedFields);
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <ConnectionPage />
    </ErrorBoundary>
  </StrictMode>,
);

import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "../shared/visually-hidden.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { desktopApp } from "../shared/desktop-app.ts";
import { hasTypedFields, watchTyping } from "../shared/typed-fields.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { ConnectionPage } from "./connection-page.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

watchTyping();
desktopApp?.answerTyped(hasTypedFields);
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <ConnectionPage />
    </ErrorBoundary>
  </StrictMode>,
);

import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/visually-hidden.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { desktopApp } from "./lib/desktop-app.ts";
import { hasTypedFields, watchTyping } from "./lib/typed-fields.ts";
import { ConnectionPage } from "./routes/connection.tsx";

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

import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/visually-hidden.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { ConnectionPage } from "./routes/connection.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <ConnectionPage />
    </ErrorBoundary>
  </StrictMode>,
);

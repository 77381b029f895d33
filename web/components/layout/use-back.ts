import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { clearDraft } from "../../stores/draft.ts";
import { useFormView } from "../../stores/form-view.ts";

/**
 * The top bar's back button (docs/behaviour.md, "Public site"). On legal pages (terms step, privacy policy) it asks
 * first, and confirming clears the form. From the request step it returns to the terms and keeps the input; elsewhere
 * it goes back. Without earlier history it opens the home page.
 */
export function useBack() {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const isRequestStep = useFormView((view) => view.isRequestStep);

  const leave = () => {
    // Terms shown instead of the request step (after a changed text or language) share its history entry: one step back
    // would be the terms again.
    const isBeforeTerms =
      router.history.canGoBack() && (isRequestStep || router.state.location.state.step !== "request");
    if (isBeforeTerms) router.history.back();
    else void router.navigate({ to: "/", replace: true });
  };

  const isLegal = () => {
    const { pathname } = router.state.location;
    return pathname === "/privacy" || (pathname === "/form" && !isRequestStep);
  };

  return {
    isAsking,
    goBack: () => (isLegal() ? setAsking(true) : leave()),
    stay: () => setAsking(false),
    confirm: () => {
      setAsking(false);
      clearDraft();
      leave();
    },
  };
}

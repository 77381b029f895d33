import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { clearDraft } from "../../stores/draft.ts";
import { useFormView } from "../../stores/form-view.ts";

/**
 * The top bar's way back (docs/behaviour.md, "Public site"). From a legal page (the terms step and the privacy
 * policy) it asks first, and a yes clears the form. From the request step it leads to the terms with
 * everything kept, as a person expects of a second page; from elsewhere it simply goes back. Where the
 * page was the first one opened, back is home.
 */
export function useBack() {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const onRequestStep = useFormView((view) => view.onRequestStep);

  const leave = () => {
    // Terms shown in place of the request step (a text moved, the language changed) lie on its entry:
    // one step back would be the terms again.
    const isBeforeTerms =
      router.history.canGoBack() && (onRequestStep || router.state.location.state.step !== "request");
    if (isBeforeTerms) router.history.back();
    else void router.navigate({ to: "/", replace: true });
  };

  const isLegal = () => {
    const { pathname } = router.state.location;
    return pathname === "/privacy" || (pathname === "/form" && !onRequestStep);
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

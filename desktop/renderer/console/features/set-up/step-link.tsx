import type { SetUpStep } from "#contract/set-up.ts";
import { codeKinds } from "#contract/user-codes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** The way to the screen where a step is done. */
export function StepLink({ step }: { readonly step: SetUpStep["key"] }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const looks = { size: "compact-sm", variant: "default" } as const;
  switch (step) {
    case "company":
    case "logo":
      return (
        <ButtonLink {...looks} to="/configuration">
          {t("console.nav.configuration")}
        </ButtonLink>
      );
    case "purposes":
    case "places":
      return (
        <ButtonLink
          {...looks}
          params={{ kind: step === "places" ? `${codeKinds.place}` : `${codeKinds.purpose}` }}
          to="/codes/$kind"
        >
          {t("console.nav.codes")}
        </ButtonLink>
      );
    case "companies":
      return (
        <ButtonLink {...looks} to="/companies">
          {t("console.nav.companies")}
        </ButtonLink>
      );
    case "hosts":
      return (
        <ButtonLink {...looks} to="/host-users">
          {t("console.nav.hostUsers")}
        </ButtonLink>
      );
    case "policy":
    case "terms":
      if (!may(user, "texts")) return null;
      return (
        <ButtonLink {...looks} to={step === "policy" ? "/policies" : "/terms"}>
          {t(step === "policy" ? "console.nav.policies" : "console.nav.terms")}
        </ButtonLink>
      );
  }
}

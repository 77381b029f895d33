import { Alert, Button } from "@mantine/core";
import type { companyProblems } from "#contract/people/account.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  /** Page to open after signing in. */
  readonly back: string | undefined;
  readonly problem: (typeof companyProblems)[number] | undefined;
}

/** Sign-in through the company's identity provider, with the error of a failed attempt (docs/decisions/accounts/company-sign-in.md). */
export function CompanySignIn({ back, problem }: Props) {
  const t = useTranslate();
  const search = back === undefined ? "" : `?${new URLSearchParams({ back })}`;
  return (
    <>
      {problem && (
        <Alert color="red" role="alert">
          {t(`console.companySignIn.problem.${problem}`)}
        </Alert>
      )}
      <Button component="a" fullWidth href={`/auth/company${search}`} size="md" variant="default">
        {t("console.companySignIn.button")}
      </Button>
    </>
  );
}

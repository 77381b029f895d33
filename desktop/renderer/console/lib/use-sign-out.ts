import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logOut, startCompanySignOut } from "#contract/people/account.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { clearApprovalRequests } from "../stores/approval-requests.ts";
import { call } from "./api.ts";
import { forgetPreferences } from "./preferences.ts";
import { queryClient } from "./query-client.ts";
import { siteQuery } from "./site.ts";

/** Leaves the console after the session has ended: clears cached data and preferences. */
export function useLeave() {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: "/login" });
    queryClient.clear();
    forgetPreferences();
    clearApprovalRequests();
  };
}

/** Signs out, and from the company's identity provider if it was used. */
export function useSignOut() {
  const leave = useLeave();
  return useMutation({
    mutationFn: async () => {
      const { companySignIn } = await queryClient.query({ ...siteQuery, staleTime: "static" });
      const company = companySignIn ? await call(startCompanySignOut, { body: {} }) : undefined;
      await call(logOut, { body: {} });
      return company?.leave;
    },
    onSuccess: async (signOutUrl) => {
      await leave();
      if (!signOutUrl) return;
      if (desktopApp) await desktopApp.leaveCompany(signOutUrl);
      else location.assign(signOutUrl);
    },
  });
}

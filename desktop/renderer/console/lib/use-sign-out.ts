import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logOut } from "#contract/people/account.ts";
import { forgetAllAsked } from "../stores/asked-visits.ts";
import { call } from "./api.ts";
import { forgetPreferences } from "./preferences.ts";
import { queryClient } from "./query-client.ts";

/** The way out, once the session is over: what was read and how somebody liked the console goes with them. */
export function useLeave() {
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: "/login" });
    queryClient.clear();
    forgetPreferences();
    forgetAllAsked();
  };
}

export const useSignOut = () =>
  useMutation({ mutationFn: () => call(logOut, { body: {} }), onSuccess: useLeave() });

import { useLocation, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { read, remove, write } from "../../lib/storage.ts";

const key = "visitor.link";

/** The tab forgets the link. */
export const forgetToken = (): void => remove("sessionStorage", key);

/**
 * The token behind `#`. It leaves the address at once, where the next person or a screenshot would find it, and stays in the
 * tab for a reload.
 */
export function useToken(): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash || read("sessionStorage", key));

  useLayoutEffect(() => {
    if (!hash) return;
    write("sessionStorage", key, hash);
    setToken(hash);
    void navigate({ to: "/v", replace: true });
  }, [hash, navigate]);

  return token;
}

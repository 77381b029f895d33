import { useLocation, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { read, remove, write } from "./storage.ts";

/** Pages of links in messages, and where the tab keeps the token of each. */
const keys = { "/v": "visitor.link", "/decide": "visitor.decide" } as const;

type LinkPage = keyof typeof keys;

/** The tab forgets the link of a page. */
export const forgetToken = (page: LinkPage): void => remove("sessionStorage", keys[page]);

/**
 * The token behind `#`. It leaves the address at once, where the next person or a screenshot would find it, and stays in the
 * tab for a reload.
 */
export function useToken(page: LinkPage): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash || read("sessionStorage", keys[page]));

  useLayoutEffect(() => {
    if (!hash) return;
    write("sessionStorage", keys[page], hash);
    setToken(hash);
    void navigate({ to: page, replace: true });
  }, [hash, navigate, page]);

  return token;
}

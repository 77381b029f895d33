/** What the server lets style sheets carry that are made here; the browser hides it from everything but scripts. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

/** The login id in full-width capitals, which the server must take as the same id. */
export const lookAlike = (loginId: string): string =>
  loginId.toUpperCase().replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** A login id in capitals of full width: another spelling of the same one. */
export const lookAlike = (loginId: string): string =>
  loginId.toUpperCase().replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

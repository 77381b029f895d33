/** Spreadsheets store a phone number as a number, without its leading zero. */
export const restoreLeadingZero = (text: string): string =>
  /^1(0\d{8}|[16789]\d{7,8})$/.test(text) ? `0${text}` : text;

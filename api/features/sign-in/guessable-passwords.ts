/** Passwords that an attacker would try first (docs/decisions/accounts/signing-in.md). */
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Words of the product and its domain, and Korean words as typed on an English keyboard: 비밀번호, 관리자, 안녕하세요 … */
const productWords = `
  visitor visit reservation frontdesk reception lobby admin administrator privacy 방문 방문예약 방문객
  안내데스크 출입증 비밀번호 관리자 개인정보 안녕하세요 qkdans qkdansdPdir cnfdlqwmd qlalfqjsgh rhksflwk roadlswjdqh
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody gksrnr eogksalsrnr gkrry ghltk
`
  .trim()
  .split(/\s+/);

/** Characters that are checked: the time grows much faster than the length. */
const maxLength = 32;

/** Score of zxcvbn: 2 means at least a million guesses. */
const minScore = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the large word lists with the first password. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs, maxLength });
}

/** A text without spaces, its words, and its digits. */
const partsOf = (text: string): string[] => [
  text.replace(/\s/g, ""),
  ...text.split(/[\s@.()·,_-]+/),
  text.replace(/\D/g, ""),
];

/** A password with this many letters beyond known words is not made of them. */
const minLetters = 4;

/** Whether a password consists of known words, apart from digits and signs. */
function consistsOf(words: readonly string[], password: string): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, " "), password.toLowerCase());
  return rest !== password.toLowerCase() && rest.replace(/[^\p{L}]/gu, "").length < minLetters;
}

/**
 * Whether a password is easy to guess: common, a keyboard row, a sequence, a date, or little more than known words.
 * @param words names and numbers of the company and of the person
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  const own = words.flatMap(partsOf).filter((word) => word.length > 1);
  const known = [...new Set([...own, ...productWords].map((word) => word.toLowerCase()))];
  if (consistsOf(known, password)) return true;
  estimator ??= loadEstimator();
  return (await estimator).check(password, known).score < minScore;
}

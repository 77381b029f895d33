/** Passwords that anybody would try first (docs/decisions/accounts/guessable-passwords.md). */
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Words of the product and the trade, and what Korean words are on an English keyboard: 비밀번호, 관리자, 안녕하세요 … */
const productWords = [
  ...[
    "visitor",
    "visit",
    "reservation",
    "frontdesk",
    "reception",
    "lobby",
    "admin",
    "administrator",
    "privacy",
  ],
  ...["방문", "방문예약", "방문객", "안내데스크", "출입증", "비밀번호", "관리자", "개인정보", "안녕하세요"],
  ...[
    "qkdans",
    "qkdansdPdir",
    "cnfdlqwmd",
    "qlalfqjsgh",
    "rhksflwk",
    "roadlswjdqh",
    "dkssud",
    "dkssudgktpdy",
  ],
  ...["tkfkd", "tkfkdgo", "tkfkdgody", "gksrnr", "eogksalsrnr", "gkrry", "ghltk"],
];

/** Only so much is looked at: the time grows much faster than the length. */
const maxLookedAt = 32;

/** Passwords that take fewer guesses than a million are refused. */
const leastScore = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first password that is chosen: the list is large. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({
    dictionary: { ...dictionary, product: productWords.map((word) => word.toLowerCase()) },
    graphs: adjacencyGraphs,
    maxLength: maxLookedAt,
  });
}

/** The parts of a name that are words by themselves, too. */
const partsOf = (text: string): string[] => [
  text.replace(/\s/g, ""),
  ...text.split(/[\s@.()·,_-]+/),
  text.replace(/\D/g, ""),
];

/**
 * Whether a password is easy to guess: a common one, a keyboard's row, a sequence or a date, or little more than words
 * of the site.
 * @param words names and numbers of the company and of the person
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const own = words.flatMap(partsOf).filter((word) => word.length > 1);
  return (
    (await estimator).check(password, [...new Set(own.map((word) => word.toLowerCase()))]).score < leastScore
  );
}

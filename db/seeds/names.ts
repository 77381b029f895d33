/** Random combinations of common names, with their usual English spelling. */
import type { Random } from "./basics.ts";

const surnames = [
  ["김", "Kim"],
  ["김", "Kim"],
  ["김", "Kim"],
  ["이", "Lee"],
  ["이", "Lee"],
  ["이", "Lee"],
  ["박", "Park"],
  ["박", "Park"],
  ["최", "Choi"],
  ["정", "Jung"],
  ["강", "Kang"],
  ["조", "Cho"],
  ["윤", "Yoon"],
  ["장", "Jang"],
  ["임", "Lim"],
  ["한", "Han"],
  ["오", "Oh"],
  ["서", "Seo"],
  ["신", "Shin"],
  ["권", "Kwon"],
  ["황", "Hwang"],
  ["안", "Ahn"],
  ["송", "Song"],
  ["류", "Ryu"],
  ["홍", "Hong"],
  ["문", "Moon"],
  ["배", "Bae"],
  ["백", "Baek"],
  ["노", "Noh"],
  ["남궁", "Namgung"],
] as const;

const givenNames = [
  ["민준", "Minjun"],
  ["서연", "Seoyeon"],
  ["지훈", "Jihoon"],
  ["수빈", "Subin"],
  ["현우", "Hyunwoo"],
  ["예린", "Yerin"],
  ["도윤", "Doyun"],
  ["은지", "Eunji"],
  ["성호", "Sungho"],
  ["미경", "Mikyung"],
  ["태윤", "Taeyoon"],
  ["하늘", "Haneul"],
  ["동현", "Donghyun"],
  ["보람", "Boram"],
  ["상민", "Sangmin"],
  ["혜원", "Hyewon"],
  ["진우", "Jinwoo"],
  ["소영", "Soyoung"],
  ["영재", "Youngjae"],
  ["나래", "Narae"],
  ["준혁", "Junhyuk"],
  ["가영", "Gayoung"],
  ["병철", "Byungchul"],
  ["다인", "Dain"],
  ["우진", "Woojin"],
  ["선미", "Sunmi"],
  ["기현", "Kihyun"],
  ["아름", "Areum"],
  ["재민", "Jaemin"],
  ["윤정", "Yunjung"],
  ["승현", "Seunghyun"],
  ["주희", "Juhee"],
  ["경수", "Kyungsoo"],
  ["유리", "Yuri"],
  ["한결", "Hangyeol"],
  ["정아", "Junga"],
  ["찬호", "Chanho"],
  ["세린", "Serin"],
  ["용준", "Yongjun"],
  ["희정", "Heejung"],
  ["건우", "Gunwoo"],
  ["채원", "Chaewon"],
  ["명석", "Myungseok"],
  ["솔", "Sol"],
  ["규진", "Gyujin"],
  ["인영", "Inyoung"],
  ["태호", "Taeho"],
  ["다솜", "Dasom"],
  ["원석", "Wonseok"],
  ["지안", "Jian"],
] as const;

/** A name in Korean and in English. */
export interface FullName {
  readonly ko: string;
  readonly en: string;
}

export function koreanName(random: Random): FullName {
  const [surname, surnameEn] = random.pick(surnames);
  const [given, givenEn] = random.pick(givenNames);
  return { ko: `${surname}${given}`, en: `${givenEn} ${surnameEn}` };
}

const englishGiven = [
  "Alice",
  "Marcus",
  "Helen",
  "Peter",
  "Sofia",
  "Daniel",
  "Nora",
  "Oliver",
  "Ingrid",
  "Paul",
];
const englishFamily = ["Hartley", "Brandt", "Okafor", "Lindqvist", "Moreau", "Whitfield", "Tanaka", "Novak"];

export const foreignName = (random: Random): string =>
  `${random.pick(englishGiven)} ${random.pick(englishFamily)}`;

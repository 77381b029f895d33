/** Example texts for a new site; long ones are in resources/templates. `blanks` lists what has to be filled in. */
import { readFileSync } from "node:fs";
import { bracketsIn, type Templates } from "#contract/site/set-up.ts";

const read = (file: string): string =>
  readFileSync(new URL(`../../../resources/templates/${file}`, import.meta.url), "utf8").trim();

type Term = Templates["terms"][number];
type Written = Pick<Term, "title" | "enTitle" | "contentType"> & Partial<Term>;

function term(file: string, written: Written): Term {
  const renderHtml = written.contentType !== "체크리스트";
  const kind = renderHtml ? "html" : "txt";
  const body = read(`${file}.ko.${kind}`);
  const enBody = read(`${file}.en.${kind}`);
  return {
    renderHtml,
    modalDisplay: false,
    requestAgree: false,
    bgColor: "",
    confirmMsg: "",
    enConfirmMsg: "",
    ...written,
    body,
    enBody,
    blanks: bracketsIn(body, enBody),
  };
}

function policy(): Templates["policies"][number] {
  const content = read("policy.ko.html");
  const enContent = read("policy.en.html");
  return { title: "개인정보처리방침", content, enContent, blanks: bracketsIn(content, enContent) };
}

/** Read at the first call. */
let cached: Templates | undefined;

/** A policy, terms of every type, common purposes and places. */
export function startingTemplates(): Templates {
  cached ??= {
    notice: {
      ko: "시작을 돕는 예시 서식이며 법률 자문이 아닙니다. 대괄호로 묶은 부분을 회사에 맞게 채우고, 실제와 다른 내용을 고친 다음, 검토를 받아 적용해 주십시오.",
      en: "These are examples to start from and not legal advice. Fill in what stands in brackets, correct whatever differs from what you do, and have the texts reviewed before you put them in force.",
    },
    policies: [policy()],
    terms: [
      term("service", {
        contentType: "이용약관",
        title: "방문예약 서비스 이용약관",
        enTitle: "Terms of use of the visit reservation service",
        modalDisplay: true,
        confirmMsg: "이용약관을 모두 읽었으며 이에 동의합니다.",
        enConfirmMsg: "I have read the terms of use and agree to them.",
      }),
      term("privacy-consent", {
        contentType: "필수동의",
        title: "개인정보 수집·이용 동의",
        enTitle: "Consent to the collection and use of personal information",
      }),
      term("message-consent", {
        contentType: "선택동의",
        title: "방문 후 안내 문자 수신 동의",
        enTitle: "Text message after your visit",
        requestAgree: true,
      }),
      term("entry-guide", {
        contentType: "안내문",
        title: "출입 절차 안내",
        enTitle: "How to enter the site",
        bgColor: "#fff8e6",
      }),
      term("safety-checklist", {
        contentType: "체크리스트",
        title: "안전수칙 확인",
        enTitle: "Safety rules",
      }),
    ],
    purposes: [
      { name: "업무 협의", enName: "Business meeting" },
      { name: "납품·검수", enName: "Delivery and acceptance" },
      { name: "설비 점검·보수", enName: "Equipment maintenance" },
      { name: "공사", enName: "Construction work" },
      { name: "면접", enName: "Job interview" },
      { name: "견학·교육", enName: "Tour or training" },
    ],
    places: [
      { name: "접견실", enName: "Reception room" },
      { name: "회의실", enName: "Meeting room" },
      { name: "사무동", enName: "Office building" },
      { name: "생산동", enName: "Production building" },
      { name: "창고·하역장", enName: "Warehouse and loading dock" },
    ],
  };
  return cached;
}

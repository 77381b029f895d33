import type { CallError } from "../../lib/call.ts";
import { translate } from "../../lib/language.ts";

/** Advice that follows "서버에서 요청을 처리하지 못했습니다.". */
export function failureDetail(error: CallError): string {
  if (error.kind === "offline") return translate("visitor.request.failedOffline");
  if (error.status === 422) return translate("visitor.request.failedRepeated");
  return error.sentence ?? translate("visitor.request.failedKept");
}

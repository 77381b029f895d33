/** The export form. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { exportList } from "#contract/privacy/exports.ts";
import { getDestructionRegister } from "#contract/privacy/privacy-trash.ts";
import { button, consoleNetwork, hasError, openConsole, person } from "#tests/support/component/console.tsx";
import { invalid } from "#tests/support/component/network.ts";

test("an export needs a reason, sends the filters, and reports rows left out", async () => {
  const made = consoleNetwork(person("privacy"));
  made.answer(getSavedViews, []);
  made.answer(getDestructionRegister, { rows: [], total: 0, totalCapped: false });
  made.answer(exportList, ({ body }) =>
    body.reason === ""
      ? invalid({ reason: "required" })
      : { headings: ["번호"], lines: [[1], [2]], isCut: true },
  );
  const saved = vi.fn(() => "blob:1");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  const user = openConsole("/dash/register?why=officer");
  await user.click(await button("엑셀로 내보내기"));
  const reason = await screen.findByRole("textbox", { name: "내보내는 사유" });
  await vi.waitFor(() => expect(document.activeElement).toBe(reason));
  expect(reason.getAttribute("aria-describedby")).not.toBeNull();
  await user.click(await button("내보내기"));
  await hasError(reason, "필수 입력 항목입니다");
  expect(saved).not.toHaveBeenCalled();
  await user.type(reason, "월간 점검");
  await user.click(await button("내보내기"));
  await screen.findByText("처음 2건만 내보냈습니다. 조건을 나누어 내보내 주십시오.");
  expect(saved).toHaveBeenCalledOnce();
  expect(made.asked(exportList).at(-1)?.body).toEqual({
    list: "register",
    filters: { why: "officer" },
    reason: "월간 점검",
  });
  expect(screen.queryByRole("textbox", { name: "내보내는 사유" })).toBeNull();
  made.answer(exportList, () => new Promise(() => {}));
  await user.click(await button("엑셀로 내보내기"));
  await user.type(await screen.findByRole("textbox", { name: "내보내는 사유" }), "취소할 것");
  await user.click(await button("취소"));
  expect(screen.queryByRole("textbox", { name: "내보내는 사유" })).toBeNull();
  expect(made.asked(exportList)).toHaveLength(1);
  await user.click(await button("엑셀로 내보내기"));
  await user.click(await button("내보내기"));
  await waitFor(() => expect(made.asked(exportList)).toHaveLength(2));
  await user.click(await button("취소"));
  expect(screen.queryByRole("textbox", { name: "내보내는 사유" })).toBeNull();
  expect(screen.queryByText(/^요청을 처리하지 못했습니다/)).toBeNull();
});

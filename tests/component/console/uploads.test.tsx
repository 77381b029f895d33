/** Failed uploads (docs/behaviour.md, "Console failures"). */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { addSignage, getFlowTexts, listSignage, type SignageItem } from "#contract/site/signage.ts";
import { consoleNetwork, emptyPage, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { HttpError, invalid, type Network, refused } from "#tests/support/component/network.ts";
import { acceptUploads } from "#tests/support/component/uploads.ts";

const mostBytes = { image: 1_000_000, video: 1_000_000 };

function signageNetwork(): Network {
  const network = consoleNetwork(person("desk"));
  acceptUploads(network);
  network.answer(listSignage, { ...emptyPage, mostBytes });
  network.answer(getFlowTexts, []);
  return network;
}

/** Selects an image. @returns its entry in the list of uploads */
async function uploads() {
  const user = openConsole("/dash/signage");
  const field = await screen.findByLabelText<HTMLInputElement>(
    "여기에 파일을 놓거나 눌러서 선택해 주십시오.",
    { selector: "input" },
  );
  await user.upload(field, new File(["png"], "로비.png", { type: "image/png" }));
  return { user, item: within(await screen.findByRole("list", { name: "업로드 파일" })) };
}

const internal = new HttpError(500, { id: "internal", message: "none of this is shown" });

test.each([
  ...[405, 413, 503].map((status) => {
    const sentence = `이유는 ${status}입니다.`;
    return ["warning", refused(status, sentence), sentence] as const;
  }),
  ["error", internal, "Server에서 요청을 처리하지 못했습니다."] as const,
])("a failure is shown by a toast (%s) and in the list of uploads", async (kind, answer, sentence) => {
  const network = signageNetwork();
  network.answer(addSignage, answer);
  const { item } = await uploads();
  await toast(kind, sentence);
  expect((await item.findByRole("alert")).textContent).toBe(sentence);
  expect(screen.queryByText("none of this is shown")).toBeNull();
});

test("400 is shown at its file", async () => {
  const network = signageNetwork();
  network.answer(addSignage, invalid({ file: "imageType" }));
  const { item } = await uploads();
  await item.findByRole("alert");
  expect(document.querySelector(".Toastify__toast")).toBeNull();
});

test("a lost connection is reported, and the file can be sent later", async () => {
  const network = signageNetwork();
  network.answer(addSignage, refused(503, "점검 중입니다."));
  const { user, item } = await uploads();
  await toast("warning", "점검 중입니다.");
  network.cut();
  await user.click(await item.findByRole("button", { name: "다시 시도" }));
  await toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.");
  network.cut(false);
  const stored: SignageItem = {
    ...{ id: 1, type: "image", title: "로비", text: "", enText: "", dispOrder: 1, seconds: 10 },
    ...{ from: null, to: null, inUse: true, createdAt: "2026-11-22 09:00", updatedAt: "2026-11-22 09:00" },
  };
  network.answer(addSignage, stored);
  await user.click(await item.findByRole("button", { name: "다시 시도" }));
  await toast("success", "로비.png 파일을 업로드했습니다.");
});

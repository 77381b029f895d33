/** The import of host users from a file. */
import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { inviteHostUsers } from "#contract/people/host-user-access.ts";
import { addHostUsers } from "#contract/people/host-users.ts";
import { getAllCompanies } from "#contract/site/companies.ts";
import { button, consoleNetwork, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { refused } from "#tests/support/component/network.ts";
import * as imports from "../../../../desktop/renderer/console/features/host-import/import-state.ts";
import { sendRows } from "../../../../desktop/renderer/console/features/host-import/send-rows.ts";
import { setDraftOwner } from "../../../../desktop/renderer/console/stores/drafts.ts";

const loaded: imports.Loaded = {
  ...{ stage: "loaded", fileName: "a", rows: [], ids: [], reachable: [] },
  ...{ ignored: [], refused: new Map(), companies: undefined, saved: new Set() },
  ...{ sending: undefined, unanswered: undefined, failure: undefined },
};

test("after a failed batch only those not yet messaged can be invited", async () => {
  const me = person("admin");
  const network = consoleNetwork(me);
  const message = { loginId: "a", name: "가", delivery: "message", url: null, expiresAt: null } as const;
  network.answer(getAllCompanies, []);
  network.answer(inviteHostUsers, ({ body: { ids } }) =>
    ids.length > 1 ? ids.map((id) => ({ id, ...message })) : refused(503, "점검 중입니다."),
  );
  setDraftOwner(me.id);
  const ids = Array.from({ length: 5_001 }, (_, index) => index + 1);
  imports.storeImport({ ...loaded, ids, reachable: ids });
  const user = openConsole("/dash/host-users/import");
  await user.click(await button("5,001명에게 초대 메시지 보내기"));
  await toast("warning", "점검 중입니다.");
  await button("1명에게 초대 메시지 보내기");
});

test("people messaged while a batch is sent are not messaged again", async () => {
  consoleNetwork(null).answer(addHostUsers, () => {
    imports.removeMessaged(new Set([1]), new Set([1]));
    return { saved: 1, ids: [2], reachable: [2] };
  });
  const rows = [{ line: 2, cells: ["kim", "김", "", "가온정밀", "", "", "", "", "", ""] }];
  imports.storeImport({ ...loaded, rows, ids: [1], reachable: [1] });
  await sendRows();
  expect(imports.readImport()).toMatchObject({ ids: [2], reachable: [2], saved: new Set([0]) });
});

test("a template that cannot be saved is reported", async () => {
  consoleNetwork(person("admin")).answer(getAllCompanies, []);
  const user = openConsole("/dash/host-users/import");
  class FullDisk extends URL {
    static override createObjectURL(): never {
      throw new Error("no space left");
    }
  }
  vi.stubGlobal("URL", FullDisk);
  await user.click(await button("양식 다운로드"));
  await toast("warning", "요청을 처리하지 못했습니다. 다시 시도해 주십시오.");
});

test("a file chosen right after another was cancelled is read alone", async () => {
  consoleNetwork(null);
  const read: string[] = [];
  class Reader extends EventTarget {
    #isRunning = true;
    terminate(): void {
      this.#isRunning = false;
    }
    postMessage = ({ file }: { file: File }) => this.#isRunning && read.push(file.name);
  }
  vi.stubGlobal("Worker", Reader);
  const first = imports.readFile(new File([], "first.xlsx"));
  imports.stopReading();
  await Promise.all([first, imports.readFile(new File([], "second.xlsx"))]);
  await waitFor(() => expect(read).toEqual(["second.xlsx"]));
});

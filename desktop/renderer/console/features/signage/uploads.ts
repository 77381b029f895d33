/**
 * Files on their way to the lobby's screens. They go on while other screens are open; who closes the window meanwhile is
 * asked. Two at a time, so that a picture need not wait for a video.
 */
import { toast } from "react-toastify/unstyled";
import { create } from "zustand";
import { addSignage, type UploadedType } from "#contract/site/signage.ts";
import { CallError } from "../../lib/api.ts";
import { failureText, showFailure } from "../../lib/failures.ts";
import { formatBytes } from "../../lib/format.ts";
import { sendForm } from "../../lib/forms/send-form.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDrafts } from "../../stores/drafts.ts";

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: "waiting" | "sending" | "refused";
  /** How much has gone, 0 to 1. */
  readonly share: number;
  /** Why it was refused; empty otherwise. */
  readonly reason: string;
}

export type MaxBytes = Readonly<Record<UploadedType, number>>;

const atOnce = 2;
const longestTitle = 100;

export const useUploads = create<{ readonly uploads: readonly Upload[] }>(() => ({ uploads: [] }));

const running = new Map<number, AbortController>();
let last = 0;

const kindOf = ({ type }: File): UploadedType => (type.startsWith("video/") ? "video" : "image");

/** What an item is called at first: its file's name without the ending, and without what a title may not contain. */
const titleOf = ({ name }: File): string =>
  name
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/(.)\.\w+$/, "$1")
    .trim()
    .slice(0, longestTitle) || name.slice(0, longestTitle);

const all = () => useUploads.getState().uploads;
const put = (uploads: readonly Upload[]) => useUploads.setState({ uploads });
const change = (id: number, next: Partial<Upload>) =>
  put(all().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
const remove = (id: number) => put(all().filter((upload) => upload.id !== id));

function reasonOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : undefined;
  return fields ? Object.values(fields).join(" ") : failureText(error);
}

async function send({ id, file }: Upload): Promise<void> {
  const stopping = new AbortController();
  running.set(id, stopping);
  change(id, { state: "sending", share: 0, reason: "" });
  const form = new FormData();
  form.append("type", kindOf(file));
  form.append("title", titleOf(file));
  // last: what is wrong before it is said before it is sent
  form.append("file", file);
  try {
    await sendForm(addSignage, form, {
      signal: stopping.signal,
      onProgress: (share) => change(id, { share }),
    });
    remove(id);
    toast.success(translate("console.signage.uploaded", { name: file.name }), { toastId: `upload-${id}` });
    void queryClient.invalidateQueries({ queryKey: ["signage"] });
  } catch (error) {
    if (stopping.signal.aborted) return;
    showFailure(error);
    change(id, { state: "refused", reason: reasonOf(error) });
  } finally {
    running.delete(id);
    sendNext();
  }
}

function sendNext(): void {
  for (const upload of all().filter(({ state }) => state === "waiting")) {
    if (running.size >= atOnce) return;
    void send(upload);
  }
}

/** Puts files in the queue; one that is too large for its kind is refused before it is sent. */
export function addUploads(files: readonly File[], mostBytes: MaxBytes): void {
  const uploads = files.map((file): Upload => {
    const most = mostBytes[kindOf(file)];
    const isTooLarge = file.size > most;
    const reason = isTooLarge ? translate("console.drop.size", { most: formatBytes(most) }) : "";
    return { id: ++last, file, state: isTooLarge ? "refused" : "waiting", share: 0, reason };
  });
  put([...all(), ...uploads]);
  sendNext();
}

/** Calls one off, or puts a refused one away. */
export function dropUpload(id: number): void {
  running.get(id)?.abort();
  remove(id);
}

export function retryUpload(id: number): void {
  change(id, { state: "waiting", share: 0, reason: "" });
  sendNext();
}

// somebody else has signed in
useDrafts.subscribe(({ owner }, before) => {
  if (owner !== before.owner) for (const { id } of all()) dropUpload(id);
});

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

useUploads.subscribe(({ uploads }) => {
  if (uploads.some(({ state }) => state !== "refused")) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
});

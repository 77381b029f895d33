/**
 * Upload queue of signage files. Uploads continue while other screens are open; closing the window asks for confirmation.
 * Two run in parallel, so that a picture does not wait for a video.
 */
import { toast } from "react-toastify/unstyled";
import { create } from "zustand";
import { addSignage, type UploadedType } from "#contract/site/signage.ts";
import { failureText, showFailure } from "../../lib/failures.ts";
import { formatBytes } from "../../lib/format.ts";
import { sendForm } from "../../lib/forms/send-form.ts";
import { translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDrafts } from "../../stores/drafts.ts";
import { maxTitleLength } from "./item.ts";

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: "waiting" | "sending" | "refused";
  /** Progress, 0 to 1. */
  readonly progress: number;
  /** Why it was refused, else empty. */
  readonly reason: string;
}

export type MaxBytes = Readonly<Record<UploadedType, number>>;

const maxParallel = 2;

export const useUploads = create<{ readonly uploads: readonly Upload[] }>(() => ({ uploads: [] }));

const running = new Map<number, AbortController>();
let lastId = 0;

const typeOf = ({ type }: File): UploadedType => (type.startsWith("video/") ? "video" : "image");

/** Default title: the file name without extension and without characters that a title may not contain. */
const titleOf = ({ name }: File): string =>
  name
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/(.)\.\w+$/, "$1")
    .trim()
    .slice(0, maxTitleLength) || name.slice(0, maxTitleLength);

const all = () => useUploads.getState().uploads;
const setUploads = (uploads: readonly Upload[]) => useUploads.setState({ uploads });
const change = (id: number, next: Partial<Upload>) =>
  setUploads(all().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
const remove = (id: number) => setUploads(all().filter((upload) => upload.id !== id));

async function send({ id, file }: Upload): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  change(id, { state: "sending", progress: 0, reason: "" });
  const form = new FormData();
  form.append("type", typeOf(file));
  form.append("title", titleOf(file));
  // the file comes last, so that the server can refuse the other fields before receiving it
  form.append("file", file);
  try {
    await sendForm(addSignage, form, {
      signal: controller.signal,
      onProgress: (progress) => change(id, { progress }),
    });
    remove(id);
    toast.success(translate("console.signage.uploaded", { name: file.name }), { toastId: `upload-${id}` });
    void queryClient.invalidateQueries({ queryKey: ["signage"] });
  } catch (error) {
    if (controller.signal.aborted) return;
    showFailure(error);
    change(id, { state: "refused", reason: failureText(error) });
  } finally {
    running.delete(id);
    sendNext();
  }
}

function sendNext(): void {
  for (const upload of all().filter(({ state }) => state === "waiting")) {
    if (running.size >= maxParallel) return;
    void send(upload);
  }
}

/** Queues files; files that are too large for their type are refused without sending. */
export function addUploads(files: readonly File[], mostBytes: MaxBytes): void {
  const uploads = files.map((file): Upload => {
    const maxBytes = mostBytes[typeOf(file)];
    const isTooLarge = file.size > maxBytes;
    const reason = isTooLarge ? translate("console.drop.size", { most: formatBytes(maxBytes) }) : "";
    return { id: ++lastId, file, state: isTooLarge ? "refused" : "waiting", progress: 0, reason };
  });
  setUploads([...all(), ...uploads]);
  sendNext();
}

/** Cancels an upload, or dismisses a refused one. */
export function dropUpload(id: number): void {
  running.get(id)?.abort();
  remove(id);
}

export function retryUpload(id: number): void {
  change(id, { state: "waiting", progress: 0, reason: "" });
  sendNext();
}

// another user signed in
useDrafts.subscribe(({ owner }, before) => {
  if (owner !== before.owner) for (const { id } of all()) dropUpload(id);
});

const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();

useUploads.subscribe(({ uploads }) => {
  if (uploads.some(({ state }) => state !== "refused")) addEventListener("beforeunload", confirmUnload);
  else removeEventListener("beforeunload", confirmUnload);
});

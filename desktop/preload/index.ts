/**
 * The bridge between window and main process: one function per purpose. It exposes neither `ipcRenderer`, nor its
 * events, nor arbitrary channels. Runs in the sandbox, where only `electron` can be imported.
 */
import { contextBridge, ipcRenderer } from "electron";
import { type Bridge, type Calls, type Channel, type Events, pagePing, pagePong } from "../ipc.ts";

function ask<C extends Channel>(channel: C, ...args: Parameters<Calls[C]>): Promise<ReturnType<Calls[C]>> {
  return ipcRenderer.invoke(channel, ...args);
}

function listen<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void {
  // the event object exposes the sender and is not passed on
  const handler = (_event: unknown, payload: Events[E]) => listener(payload);
  ipcRenderer.on(event, handler);
  return () => {
    ipcRenderer.off(event, handler);
  };
}

const bridge: Bridge = {
  readConnection: () => ask("connection.read"),
  connect: (address) => ask("connection.connect", address),
  checkServer: () => ask("connection.check"),
  forgetServer: (server) => ask("connection.forget", server),
  openSite: () => ask("connection.openSite"),
  chooseLanguage: (language) => ask("language.choose", language),
  readApp: () => ask("app.read"),
  readUpdates: () => ask("updates.read"),
  checkUpdates: () => ask("updates.check"),
  restartToUpdate: () => ask("updates.restart"),
  answerUnsaved: (hasUnsaved) =>
    // no reply counts as unsaved input
    listen("unsaved.asked", (question) => void ask("unsaved.answer", question, hasUnsaved()).catch(() => {})),
  onUpdates: (listener) => listen("updates.changed", listener),
  takeLink: () => ask("link.take"),
  onLink: (listener) => listen("link.arrived", () => listener()),
  beginSignIn: () => ask("signIn.begin"),
  takeSignIn: () => ask("signIn.take"),
  leaveCompany: (path) => ask("signIn.leave", path),
  onSignIn: (listener) => listen("signIn.returned", () => listener()),
  readSnapshot: () => ask("snapshot.read"),
  wipeSnapshot: () => ask("snapshot.wipe"),
  canKeepLists: () => ask("snapshot.canKeep"),
  readPrinting: () => ask("printing.read"),
  choosePrinting: (sheet, choice) => ask("printing.choose", sheet, choice),
  setUpBadge: (setup) => ask("printing.setUpBadge", setup),
  print: (sheet, asks, length) => ask("printing.print", sheet, asks, length),
  savePdf: (sheet, length) => ask("printing.savePdf", sheet, length),
  printScreen: () => ask("printing.printScreen"),
  onMenu: (listener) => listen("menu.chosen", listener),
  onPrintEnd: (listener) => listen("printing.ended", listener),
  onConnection: (listener) => listen("connection.changed", listener),
  cancelUpload: (id) => ask("upload.cancel", id),
  saveDiagnostics: (typed) => ask("diagnostics.save", typed),
  onUploadProgress: (listener) => listen("upload.progress", listener),
  readAttention: () => ask("attention.read"),
  chooseAttention: (choice) => ask("attention.choose", choice),
  notify: (kind, count) => ask("attention.notify", kind, count),
  countWaiting: (count) => ask("attention.count", count),
  onAttention: (listener) => listen("attention.opened", listener),
};

contextBridge.exposeInMainWorld("desktop", bridge);
// runs on the page's thread: a hanging page does not reply
ipcRenderer.on(pagePing, () => ipcRenderer.send(pagePong));

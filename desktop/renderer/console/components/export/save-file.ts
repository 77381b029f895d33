/** Lets the browser keep a file that was made here. */
export function saveFile(name: string, type: string, content: Blob | string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // the browser has taken it up by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

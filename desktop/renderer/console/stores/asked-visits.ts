/** Ids of visits about which this window asked the host, until the host answers or the window closes. */
const storageKey = "visitor.console.asked";
/** More than a desk has pending at once. */
const maxVisits = 20;

export function askedVisits(): number[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

const save = (ids: readonly number[]) => sessionStorage.setItem(storageKey, JSON.stringify(ids));

export const rememberAsked = (visitId: number): void => save([...askedVisits(), visitId].slice(-maxVisits));

export const forgetAsked = (visitId: number): void => save(askedVisits().filter((id) => id !== visitId));

export const forgetAllAsked = (): void => sessionStorage.removeItem(storageKey);

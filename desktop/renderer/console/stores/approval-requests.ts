/** Visits that this window asked a host to approve, by id, until the host decides or the window closes. */
const storageKey = "visitor.console.asked";
/** More than a desk has pending at once. */
const maxVisits = 20;

export function approvalRequests(): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

const save = (ids: readonly number[]) => sessionStorage.setItem(storageKey, JSON.stringify(ids));

export const addApprovalRequest = (visitId: number): void =>
  save([...approvalRequests(), visitId].slice(-maxVisits));

export const removeApprovalRequest = (visitId: number): void =>
  save(approvalRequests().filter((id) => id !== visitId));

export const clearApprovalRequests = (): void => sessionStorage.removeItem(storageKey);

/** The draft of a visit's changes. */
export const editKey = (id: number) => `visit-edit-${id}`;

/** Where links wait that were made to be printed: in memory, for whoever made them, and nowhere else. */
export const pendingInvitations = "pending-invitations";

/** What the page about the deletion of the account confirms. */
export const deletionNotices = ['deletion_cancelled'] as const;
export type DeletionNotice = (typeof deletionNotices)[number];

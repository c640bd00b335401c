/** What the page about the deletion of the account confirms. */
export const deletionNotices = ['deletion_cancelled'] as const;
export type DeletionNotice = (typeof deletionNotices)[number];

/** What the form of the page does. */
export const deletionActions = ['delete', 'keep'] as const;

/** What a form of the page about the deletion of the account does. */
export const deletionActions = ['delete', 'keep'] as const;

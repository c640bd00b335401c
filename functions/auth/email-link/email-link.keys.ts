import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of links that were sent by mail. */
export const emailLinkKeys = {
  emailLink: defineOwnedKey('EMAIL_LINK'),
  emailLinks: defineOwnedRange('EMAIL_LINK'),
  linksToEmail: (address: string) => `LINKED_EMAIL#${address}`,
};

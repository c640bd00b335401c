import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form-fields.ts';
import { toDigest } from '#shared/auth/secrets.ts';

/** The query of the page that a link in a mail opens. */
export const OpenLinkQuery = z.object({ token: FormField });
export type OpenLinkQuery = z.output<typeof OpenLinkQuery>;

/** Returns what the CSRF token of the form is bound to: the digest of the link's token. */
export function getOpenLinkBinding({ token }: OpenLinkQuery) {
  return { purpose: 'open-link', reference: toDigest(token) } as const;
}

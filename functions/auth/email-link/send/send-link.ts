import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form-fields.ts';
import { sendLinkPurposes } from '#functions/auth/browser/page-urls.ts';

/** The query of the page on which a person asks for a link. */
export const SendLinkQuery = z.object({
  purpose: z.enum(sendLinkPurposes),
  /** The id of the authorization request that the person continues with, or an empty string. */
  request: FormField,
  notice: z.optional(z.literal('sent')),
});
export type SendLinkQuery = z.output<typeof SendLinkQuery>;

/** Returns what the CSRF token of the form is bound to. */
export function getSendLinkBinding({ purpose }: SendLinkQuery) {
  return { purpose: 'send-link', reference: purpose } as const;
}

import * as z from 'zod/mini';
import { text } from '#shared/contract/text.ts';
import { grantTypes } from './client.ts';
import { findRedirectUriProblem } from './redirect-uri.ts';

/** What the operator states of a new application. */
export const Registration = z
  .object({
    name: text(100, 1),
    redirect_uris: z._default(z.array(z.string()).check(z.maxLength(20)), []),
    grant_types: z._default(z.array(z.enum(grantTypes)).check(z.minLength(1)), [...grantTypes]),
    native: z._default(z.boolean(), false),
    /** Unless stated, of native applications (RFC 8252 section 6). */
    pkce_required: z.optional(z.boolean()),
  })
  .check(({ value, issues }) => {
    const { redirect_uris, grant_types, native } = value;
    const problem = (message: string) =>
      issues.push({ code: 'custom', path: ['redirect_uris'], message, input: redirect_uris });
    for (const uri of redirect_uris) {
      const sentence = findRedirectUriProblem(uri, native);
      if (sentence) problem(`${uri} ${sentence}`);
    }
    if (grant_types.includes('authorization_code') && redirect_uris.length === 0)
      problem('must have at least 1 item for the authorization_code grant');
  });
export type Registration = Readonly<z.input<typeof Registration>>;

import * as z from 'zod/mini';
import { authInterface, type Endpoint } from '#shared/contract/endpoint.ts';

/** The members that the endpoints of all pages of the account share. */
export const accountPage = {
  ...authInterface,
  method: 'GET',
  internal: true,
  auth: 'public',
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  baseUrls: ['auth'],
} as const satisfies Partial<Endpoint>;

/** The members that the endpoints of the forms of these pages share. */
export const accountForm = {
  ...authInterface,
  method: 'POST',
  internal: true,
  auth: 'public',
  responses: {
    303: {
      description: 'To a page of the account, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token'],
  baseUrls: ['auth'],
} as const satisfies Partial<Endpoint>;

/** The query of a page that can say what its form has done, by the name of one of its texts. */
export function buildNoticeQuery<Notice extends string>(
  notices: Readonly<Record<Notice, string>>,
) {
  const names = Object.keys(notices) as [Notice, ...Notice[]];
  return z.object({ notice: z.optional(z.enum(names)) });
}

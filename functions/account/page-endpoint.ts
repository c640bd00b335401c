import { authPage, type Endpoint } from '#shared/contract/endpoint.ts';
import { formCalls } from './form-endpoint.ts';

const extension = 'once a day, a session that stays signed in is extended';

/** Returns the store calls of a page of the account: those of all pages, and `others`. */
export function pageCalls(others: number, reason: string) {
  return formCalls(others + 1, `${reason}; ${extension}`);
}

/**
 * The members that the endpoints of all pages of the account share. A page that needs more of the
 * table says so with `pageCalls`.
 */
export const accountPage = {
  ...authPage,
  method: 'GET',
  storeCalls: formCalls(1, extension),
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  baseUrls: ['auth'],
} as const satisfies Partial<Endpoint>;

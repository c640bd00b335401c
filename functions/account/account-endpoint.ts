import { authPage, type Endpoint } from '#shared/contract/endpoint.ts';

const accountReads = 'the session and the profile are read';
const extension = 'once a day, a session that stays signed in is extended';

/** Returns the store calls of a page of the account: those of all pages, and `others`. */
export function pageCalls(others: number, reason: string) {
  return { max: 3 + others, reason: `${accountReads}; ${reason}; ${extension}` };
}

/** Returns the store calls of a form of the account: those of all forms, and `others`. */
export function formCalls(others: number, reason: string) {
  return { max: 2 + others, reason: `${accountReads}; ${reason}` };
}

/**
 * The members that the endpoints of all pages of the account share. A page that needs more of the
 * table says so with `pageCalls`.
 */
export const accountPage = {
  ...authPage,
  method: 'GET',
  storeCalls: { max: 3, reason: `${accountReads}; ${extension}` },
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
  ...authPage,
  method: 'POST',
  responses: {
    303: {
      description: 'To a page of the account, or to the sign-in page.',
      headers: ['Location'],
    },
  },
  errors: ['invalid_form_token'],
  baseUrls: ['auth'],
} as const satisfies Partial<Endpoint>;

import { authPage, type Endpoint } from '#shared/contract/endpoint.ts';

/** Returns the store calls of a form of the account: those of all forms, and `others`. */
export function formCalls(others: number, reason: string) {
  return { max: 2 + others, reason: `the session and the profile are read; ${reason}` };
}

/** The members that the endpoints of the forms of the account share. */
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

/** Returns the store calls of a page of the account: those of all pages, and `others`. */
export function pageCalls(others: number, reason: string) {
  const extension = 'once a day, a session that stays signed in is extended';
  return formCalls(others + 1, `${reason}; ${extension}`);
}

/** The members that the endpoints of the pages of the account share. */
export const accountPage = {
  ...authPage,
  method: 'GET',
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  baseUrls: ['auth'],
} as const satisfies Partial<Endpoint>;

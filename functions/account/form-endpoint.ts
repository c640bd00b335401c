import { authPage, type Endpoint } from '#shared/contract/endpoint.ts';

/** Returns the store calls of a form of the account: those of all forms, and `others`. */
export function formCalls(others: number, reason: string) {
  return { max: 2 + others, reason: `the session and the profile are read; ${reason}` };
}

/**
 * The members that the endpoints of the forms of the account share. Those of the pages are apart,
 * so that the bundles of forms leave them out.
 */
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

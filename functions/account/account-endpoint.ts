import { authPage, type Endpoint } from '#shared/contract/endpoint.ts';

/** The members that the endpoints of all pages of the account share. */
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

import * as z from 'zod/mini';

/** A field of a form, empty where it was not filled in. */
export const Field = z._default(z.string('must be given once'), '');

/** What every form on the pages of the account sends. */
export const AccountForm = z.object({ form_token: Field });

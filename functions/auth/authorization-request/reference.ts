import * as z from 'zod/mini';

/** The query of our own pages: which authorization request they are about. */
export const RequestReference = z.object({ request: z._default(z.string('must be given once'), '') });

import * as z from 'zod/mini';

/** The query of our own pages: which authorization request they are about. */
export const RequestReference = z.object({ request: z._default(z.string('must be given once'), '') });

/** What a page says where the request is not there for this browser any more. */
export const goneReason =
  'this request is unknown, too old, or was started in another browser; go back to the application and start again';

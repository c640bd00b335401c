import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { parameter } from '#shared/contract/text.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/oauth2/connection/',
  hasCollection: false,
  summary: "End an application's access",
  description:
    'Ends all that the user of the token granted the application of the token; its tokens, this one included, are good for nothing within 60 seconds. A repeat within that time is answered alike. The access of another application is for its user to end, on the page of the account.',
  auth: 'user',
  request: {
    query: z.object({
      user_id: described(parameter(), 'The id of the user of the token, or `self`.', 'self'),
      client_id: described(parameter(), 'The id of the application of the token.', '01k9wq3d5g'),
    }),
  },
  responses: { 204: { description: 'The application has no access.' } },
  errors: ['not_found'],
  stores: { table: ['query', 'update'] },
  storeCalls: {
    max: 52,
    reason:
      'it finds what the user granted by one query, revokes each grant of the application by one write, and finds by one more that none is left; this many where there are 50',
  },
  examples: [
    {
      summary: 'End the access of an application',
      query: { user_id: 'self', client_id: '01k9wq3d5g' },
      status: 204,
    },
  ],
});

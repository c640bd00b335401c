import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  host: 'diary',
  method: 'DELETE',
  path: '/diary/{id}',
  versions: ['v2'],
  summary: 'Delete a diary entry',
  auth: 'user',
  responses: { 204: { description: 'The entry is gone.' } },
  errors: ['not_found'],
  stores: { table: ['update'] },
  storeCalls: {
    max: 20,
    reason:
      'one, unless the entry was moved to another day or posted together with one: that day gets its place back; it ' +
      'begins anew where another request moves the entry meanwhile',
  },
});

import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { diaryInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'DELETE',
  path: '/diary/{id}',
  summary: 'Delete a diary entry',
  auth: 'user',
  responses: { 204: { description: 'The entry is deleted.' } },
  errors: ['not_found'],
  stores: { table: ['update'] },
  storeCalls: {
    max: 20,
    reason:
      'one, unless the entry was moved to another day or posted together with one: that day gets its place back; it ' +
      'begins anew where another request moves the entry meanwhile',
  },
});

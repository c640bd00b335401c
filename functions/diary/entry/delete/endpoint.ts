import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { diaryInterface } from '#shared/contract/interfaces.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'DELETE',
  path: '/diary/{id}',
  operationId: 'deleteDiaryEntry',
  summary: 'Delete a diary entry',
  auth: 'user',
  scope: 'diary.write',
  responses: { 204: { description: 'The entry is deleted.' } },
  errors: ['not_found'],
  stores: { table: ['query', 'update'] },
  storeCalls: {
    max: 20,
    reason:
      'one call, unless the entry is shown on another day than its storage date: then its slot ' +
      'is released, and the removal is retried while other requests move the entry. If the ' +
      'entry has duplicates, one of them is shown instead',
  },
});

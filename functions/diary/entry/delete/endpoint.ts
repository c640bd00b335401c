import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';

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
  stores: { table: ['getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'one call, and a transaction more if the entry has moved to another day. If it was ' +
      'imported, at most ten days are read, and if it has duplicates or the caller may not see ' +
      'some providers, the data sources and the connections, to decide which entry is shown ' +
      'instead; a transaction checks all of these. That is usually three to five calls, and one ' +
      'more for who may not see some providers. It is tried again, at most 20 times, while ' +
      'other requests change the same days',
  },
});

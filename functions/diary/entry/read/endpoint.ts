import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { maxVisits } from '../day-item.ts';
import { EntryRepresentation } from '../entry-representation.ts';
import { runEntry } from '../examples.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/diary/{id}',
  operationId: 'getDiaryEntry',
  summary: 'Get a diary entry',
  auth: 'user',
  scope: 'diary.read',
  responses: { 200: { description: 'The entry.', body: EntryRepresentation } },
  errors: ['not_found'],
  stores: { table: ['get', 'getEach'] },
  storeCalls: {
    max: maxVisits + 1,
    reason:
      'one call, and one more if the entry has moved to another day; it is read again while ' +
      'other requests move it. The weights are read if the token may see them and its energy is ' +
      'unknown',
  },
  examples: [
    {
      summary: 'A run',
      params: { id: runEntry.id },
      status: 200,
      responseBody: runEntry,
    },
  ],
});

import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { parseEntryId } from '../day-item.ts';
import { changes, EntryChange } from '../entry.ts';
import { EntryRepresentation, representations } from '../entry-representation.ts';
import { runEntry } from '../examples.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'PATCH',
  path: '/diary/{id}',
  operationId: 'updateDiaryEntry',
  summary: 'Update a diary entry',
  description:
    'Merges the request into the entry. Null removes an optional member. Nutritional contents ' +
    'are merged member by member; energy and food are replaced as a whole. Members of other ' +
    'entry types are ignored. A different `date` moves the entry to that day. ' +
    '`source.separated_from` of an imported entry shows merged workouts separately again, and ' +
    '`source.joined_with` merges workouts that the rules for duplicates have left apart. A ' +
    'request that has `source` must have no other member.',
  auth: 'user',
  scope: 'diary.write',
  request: {
    json: EntryChange,
    jsonFor: ({ id = '' }) => {
      const address = parseEntryId(id);
      return address && changes[address.type];
    },
    representationFor: ({ id = '' }) => {
      const address = parseEntryId(id);
      return address && representations[address.type];
    },
  },
  responses: { 200: { description: 'The updated entry.', body: EntryRepresentation } },
  errors: ['validation_failed', 'not_found'],
  stores: { table: ['get', 'getEach', 'query', 'put', 'update', 'check', 'transact'] },
  storeCalls: {
    max: 101,
    reason:
      'one call, and one more if the entry has moved to another day. A move is one read and one ' +
      'transaction. If the entry has duplicates, or was imported and the caller may not see ' +
      'some providers, at most ten days, the data sources and the connections are read to ' +
      'decide which entry is shown, and a transaction checks all of these. It is ' +
      'tried again, at most 20 times, while other requests change the same days. The weights are ' +
      'read if the token may see them and the energy is unknown',
  },
  examples: [
    {
      summary: 'Another duration',
      params: { id: runEntry.id },
      body: { duration: 2400 },
      status: 200,
      responseBody: { ...runEntry, duration: 2400 },
    },
    {
      summary: 'To another day',
      params: { id: runEntry.id },
      body: { date: '2026-11-21' },
      status: 200,
      responseBody: { ...runEntry, date: '2026-11-21' },
    },
  ],
});

import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { diaryInterface } from '#shared/contract/interfaces.ts';
import { maxEntries } from '../bounds.ts';
import { changes, EntryChange, EntryRepresentation } from '../entry.ts';
import { runEntry } from '../examples.ts';
import { parseEntryId } from '../storage/entry-id.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'PATCH',
  path: '/diary/{id}',
  summary: 'Change a diary entry',
  description:
    'Merges the members that are sent into the entry; what is null is removed, where it may be absent. Nutritional ' +
    'contents are merged one by one, energy and food only come whole. Members that entries of its type do not have are ' +
    'ignored. Another `date` moves the entry to that day.',
  auth: 'user',
  request: {
    json: EntryChange,
    jsonFor: ({ id = '' }) => {
      const at = parseEntryId(id);
      return at && changes[at.type];
    },
  },
  responses: { 200: { description: 'The entry after the change.', body: EntryRepresentation } },
  errors: ['validation_failed', 'not_found'],
  stores: { table: ['get', 'update'] },
  storeCalls: {
    max: 10 + 2 * maxEntries,
    reason:
      'one, unless the entry goes to another day: then its place there, its date and the place that it had are three ' +
      'items; it begins anew where another request moves the same entry meanwhile, and where the day is full but has ' +
      'places that interrupted requests have left, for which it looks',
  },
  examples: [
    {
      summary: 'Another duration',
      params: { id: runEntry.id },
      body: { duration: 2400 },
      status: 200,
      answer: { ...runEntry, duration: 2400 },
    },
    {
      summary: 'To another day',
      params: { id: runEntry.id },
      body: { date: '2026-11-21' },
      status: 200,
      answer: { ...runEntry, date: '2026-11-21' },
    },
  ],
});

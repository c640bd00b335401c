import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { EntryChange, EntryRepresentation } from '../entry.ts';
import { runEntry } from '../examples.ts';

export default endpoint({
  host: 'diary',
  method: 'PATCH',
  path: '/diary/{id}',
  versions: ['v2'],
  summary: 'Change a diary entry',
  description:
    'Merges the members that are sent into the entry; what is null is removed, where it may be absent. Nutritional ' +
    'contents are merged one by one, energy and food only come whole. Another `date` moves the entry to that day.',
  caller: 'user',
  request: { json: EntryChange },
  responses: { 200: { description: 'The entry after the change.', body: EntryRepresentation } },
  errors: ['invalid', 'not_found', 'no_room'],
  stores: { table: ['update'] },
  storeCalls: {
    most: 4,
    because:
      'one, unless the entry goes to another day: then its place there, its date and the place that it had are three ' +
      'items; each time that another request moves the same entry meanwhile, it begins anew',
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

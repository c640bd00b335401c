import * as z from 'zod/mini';
import { endpoint } from '../../../../shared/contract/endpoint.ts';
import { EntryCreation, EntryRepresentation } from '../entry.ts';

export default endpoint({
  host: 'diary',
  method: 'POST',
  path: '/diary',
  versions: ['v2'],
  summary: 'Create diary entries',
  description:
    'Stores all entries of the request or none. Send an `Idempotency-Key` header of 1 to 255 characters to be able to ' +
    'repeat the request: for 7 days, a repeat with the same key and entries gets the same answer and stores nothing ' +
    'more; other entries with that key are refused. A day has at most 500 entries.',
  caller: 'user',
  request: { json: EntryCreation, maxBytes: 262_144 },
  responses: {
    201: {
      description: 'The new entries, and the path of the first.',
      body: z.object({ items: z.array(EntryRepresentation) }),
      headers: ['Location'],
    },
  },
  errors: ['invalid', 'unsupported_type', 'malformed_header', 'key_reused', 'no_room'],
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    most: 101,
    because:
      'a POST for one day takes one call, and one more with an Idempotency-Key; one for several days, of which it can ' +
      'name 50, looks at each and takes its places on each',
  },
  examples: [
    {
      summary: 'A run',
      body: {
        items: [
          {
            type: 'exercise',
            date: '2026-11-20',
            exercise: { id: '134026256871277' },
            start_time: '2026-11-20T09:00:00-08:00',
            duration: 1800,
            energy: { unit: 'calories', value: 254.5 },
          },
        ],
      },
      status: 201,
    },
    {
      summary: 'Breakfast, of two foods',
      body: {
        items: [
          {
            type: 'food_entry',
            date: '2026-11-20',
            diary_meal: 'Breakfast',
            food: { name: 'Porridge', brand: 'Oaty' },
            servings: 1.5,
            nutritional_contents: { energy: { unit: 'calories', value: 212 }, protein: 7.5, fat: 4 },
          },
          {
            type: 'food_entry',
            date: '2026-11-20',
            diary_meal: 'Breakfast',
            nutritional_contents: { energy: { unit: 'kilojoules', value: 392 } },
          },
        ],
      },
      status: 201,
    },
  ],
});

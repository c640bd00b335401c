import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { breakfast, breakfastEntry, runEntry } from '../examples.ts';
import { DiaryDay } from '../listed-day.ts';
import { DiaryQuery } from './query.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/diary',
  operationId: 'getDiaryDay',
  summary: 'Get a day of the diary',
  description:
    'A `diary_meal` is computed from the food entries of that meal and their servings. Meals ' +
    'come first, in the order of their first entries; then entries in the order of their ' +
    'creation. `exercise`, `energy`, `nutritional_contents`, `food` and `source` are omitted ' +
    'unless `fields[]` lists them or is `all`. A workout that was imported twice, e.g. ' +
    'from two providers or from a file and a provider, is one item; `source` lists the other as ' +
    'its duplicate.',
  auth: 'user',
  scope: 'diary.read',
  request: { query: DiaryQuery },
  responses: {
    200: {
      description: 'The meals and entries of the day.',
      body: DiaryDay,
    },
  },
  errors: ['unsupported_type'],
  stores: { table: ['get', 'getEach'] },
  storeCalls: {
    max: 2,
    reason: 'the day, and the weights if the token may see them and an energy is unknown',
  },
  examples: [
    {
      summary: 'All of a day',
      query: { entry_date: '2026-11-20', 'fields[]': 'all' },
      status: 200,
      responseBody: {
        items: [breakfast, breakfastEntry, runEntry],
      },
    },
  ],
});

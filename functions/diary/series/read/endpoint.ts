import { maxVisits } from '#functions/diary/entry/day-item.ts';
import { runEntry } from '#functions/diary/entry/examples.ts';
import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { EntrySeries } from '../series-representation.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/diary/{id}/series',
  operationId: 'getDiaryEntrySeries',
  summary: 'Get the series of a diary entry',
  description:
    'Returns the curves and the laps of the recording that an exercise was imported from. ' +
    'Those that it does not have are of one of `source.duplicates`, but not of a `part`. ' +
    'Positions belong to the person, and are not part of it.',
  auth: 'user',
  scope: 'diary.read',
  responses: { 200: { description: 'The series of the entry.', body: EntrySeries } },
  errors: ['not_found'],
  stores: { table: ['getEach'] },
  storeCalls: {
    max: 1 + maxVisits,
    reason:
      'one call for the entry and its series, and one more if the entry has moved to another ' +
      'day; it is read again while other requests move it; one more for the series of duplicates',
  },
  examples: [
    {
      summary: 'A run',
      params: { id: runEntry.id },
      status: 200,
      responseBody: {
        id: runEntry.id,
        series: {
          seconds: [0, 15, 30],
          distance: [0, 45.5, 92],
          heart_rate: [118, 124, null],
          laps: [{ start: 0, duration: 312.5, distance: 1000, avg_heart_rate: 142 }],
        },
      },
    },
  ],
});

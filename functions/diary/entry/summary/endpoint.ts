import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { daySummary } from '../examples.ts';
import { DiarySummary, SummaryQuery } from '../totals-representation.ts';
import { maxSummaryDays } from '../values.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/diary/summary',
  operationId: 'getDiarySummary',
  summary: 'Summarize days of the diary',
  description:
    'Lists the totals of each day that has entries, in the order of the days. Energy with mixed ' +
    'units is converted to the unit of the first entry of the day that has energy (1 kcal = ' +
    '4.184 kJ). A nutrient is absent if no entry of the day has it. A workout that was imported ' +
    'from two providers counts once.',
  auth: 'user',
  scope: 'diary.read',
  request: { query: SummaryQuery },
  responses: { 200: { description: 'The totals by day.', body: DiarySummary } },
  stores: { table: ['query'] },
  storeCalls: {
    // A page has two items of 400 KB.
    max: maxSummaryDays / 2,
    reason: 'one query, of which DynamoDB returns 1 MB at a time',
  },
  maxItems: maxSummaryDays,
  // Up to 92 items of at most 400 KB each.
  memory: 1024,
  timeout: 29,
  examples: [
    {
      summary: 'Two weeks',
      query: { from: '2026-11-09', to: '2026-11-22' },
      status: 200,
      responseBody: { items: [daySummary] },
    },
  ],
});

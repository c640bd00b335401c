import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { maxSummaryDays } from '../bounds.ts';
import { daySummary, monthSummary } from '../examples.ts';
import { DiarySummary, maxPageDays, SummaryQuery } from './summary.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'GET',
  path: '/diary/summary',
  operationId: 'getDiarySummary',
  summary: 'Summarize days of the diary',
  description:
    'Lists the totals of each day that has entries, or of each week, month or year, in the order ' +
    'of the days. Energy with mixed units is converted to the unit of the first entry that has ' +
    'energy (1 kcal = 4.184 kJ). A nutrient is absent if no entry has it. A workout that was ' +
    'imported from two providers counts once.\n\n' +
    `By week, month and year, a response has at most ${maxPageDays} days, and the link \`next\` ` +
    'leads to those after them. No week, month or year is in two responses. A response can be ' +
    'without items and still have `next`. With `exercise`, `energy_in` is null and `nutrients` ' +
    'is empty, because no food counts.',
  auth: 'user',
  scope: 'diary.read',
  request: { query: SummaryQuery },
  responses: {
    200: {
      description: 'The totals, by day unless the query says otherwise.',
      body: DiarySummary,
    },
  },
  stores: { table: ['query', 'getEach'] },
  storeCalls: {
    // A page has two items of 400 KB.
    max: maxPageDays / 2 + 1,
    reason:
      'one query, of which DynamoDB returns 1 MB at a time, and the weights if the token may see ' +
      'them and an energy is unknown',
  },
  maxItems: maxSummaryDays,
  // One page of 1 MB is in memory, but a faster processor sums up a year sooner.
  memory: 1024,
  timeout: 29,
  examples: [
    {
      summary: 'Two weeks',
      query: { from: '2026-11-09', to: '2026-11-22' },
      status: 200,
      responseBody: { items: [daySummary] },
    },
    {
      summary: 'The rides of a year by month',
      query: { from: '2026-01-01', to: '2026-11-29', by: 'month', exercise: '51' },
      status: 200,
      responseBody: {
        items: [monthSummary],
        _links: {
          self: [
            {
              href:
                '/v2/diary/summary?from=2026-01-01&to=2026-11-29&by=month' +
                '&week_start=monday&exercise=51',
            },
          ],
        },
      },
    },
  ],
});

import de from './usage.texts.de.ts';

const en = {
  title: 'Usage of the last 30 days',
  hint:
    'What the service has answered. Repetitions can be a quarter of an hour late. Days are days ' +
    'in UTC. Requests that ' +
    'the gateway itself has refused are not counted: without a valid token (401), to an unknown ' +
    'address (404), or too fast for everybody together (429). Neither are those of the catalogs.',
  empty: 'No requests in the last 30 days.',
  requests: 'Requests',
  errorCount: 'Errors',
  people: 'People',
  today: 'today',
  last30Days: 'in 30 days',
  limits: 'Limits',
  window: 'Window',
  windows: { '15min': '15 minutes', day: 'Day' },
  used: 'Used',
  limit: 'Limit',
  limitOfPerson: 'For each person',
  noLimit: 'none',
  ends: 'Ends',
  limitsHint:
    'Used are the units that functions have reported: each of them owes fewer than 20. A request ' +
    'costs one unit, and one more for every ten entries that it sends.',
  limitsGuide: 'What happens at a limit',
  byDay: 'By day',
  byDayCaption: 'Requests by day (UTC)',
  day: 'Day',
  succeeded: 'Successful',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  byEndpoint: 'By endpoint and status',
  byEndpointCaption: 'Requests by endpoint and status',
  endpoint: 'Endpoint',
  status: 'Status',
  errors: 'Last errors',
  errorsHint:
    'The last 20, without what was sent. Name the request when you ask the operator about it.',
  request: (id: string) => `Request ${id}`,
};

/** The texts about the use of an application. */
export const usageTexts = { en, de };

export type UsageTexts = typeof en;

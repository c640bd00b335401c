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

const de: typeof en = {
  title: 'Nutzung der letzten 30 Tage',
  hint:
    'Was der Dienst beantwortet hat. Wiederholungen können eine Viertelstunde später folgen. ' +
    'Tage sind Tage in UTC. Nicht ' +
    'gezählt ist, was das Gateway selbst ablehnt: Anfragen ohne gültiges Token (401), an eine ' +
    'unbekannte Adresse (404) oder zu schnell für alle zusammen (429). Auch Anfragen der ' +
    'Kataloge ' +
    'sind nicht gezählt.',
  empty: 'Keine Anfragen in den letzten 30 Tagen.',
  requests: 'Anfragen',
  errorCount: 'Fehler',
  people: 'Personen',
  today: 'heute',
  last30Days: 'in 30 Tagen',
  limits: 'Grenzen',
  window: 'Zeitraum',
  windows: { '15min': '15 Minuten', day: 'Tag' },
  used: 'Verbraucht',
  limit: 'Grenze',
  limitOfPerson: 'Je Person',
  noLimit: 'keine',
  ends: 'Endet',
  limitsHint:
    'Verbraucht sind die Einheiten, die Funktionen gemeldet haben: Jede von ihnen schuldet ' +
    'weniger ' +
    'als 20. Eine Anfrage kostet eine Einheit, und eine mehr für je zehn Einträge, die sie sendet.',
  limitsGuide: 'Was an einer Grenze geschieht (auf Englisch)',
  byDay: 'Nach Tagen',
  byDayCaption: 'Anfragen nach Tagen (UTC)',
  day: 'Tag',
  succeeded: 'Erfolgreich',
  refused: 'Abgelehnt (4xx)',
  failed: 'Fehlgeschlagen (5xx)',
  byEndpoint: 'Nach Endpunkt und Status',
  byEndpointCaption: 'Anfragen nach Endpunkt und Status',
  endpoint: 'Endpunkt',
  status: 'Status',
  errors: 'Letzte Fehler',
  errorsHint:
    'Die letzten 20, ohne was gesendet wurde. Nennen Sie die Anfrage, wenn Sie den Betreiber ' +
    'danach fragen.',
  request: (id) => `Anfrage ${id}`,
};

/** The texts about the use of an application. */
export const usageTexts = { en, de };
export type UsageTexts = typeof en;

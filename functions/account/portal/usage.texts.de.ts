import type { UsageTexts } from './usage.texts.ts';

const de: UsageTexts = {
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

export default de;

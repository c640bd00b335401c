import type { OriginalOrigin } from '#functions/diary/entry/origin.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import { type Html, html } from '#shared/html/html.ts';
import type { MeasuredTexts } from './measured.texts.ts';

/** The names of applications and inboxes by their ids, and of providers by their types. */
export type SourceNames = ReadonlyMap<string, string>;

/** Names the source of values, as in `Withings` or `entered by you`. */
export function nameSource(
  { source }: Pick<PlacedMeasurement, 'source'>,
  names: SourceNames,
  { sources: words }: MeasuredTexts,
): string {
  switch (source.kind) {
    case 'person':
      return words.person;
    case 'connection':
      return names.get(source.remote_connection_type) ?? source.remote_connection_type;
    case 'inbox':
      return names.get(source.inbox_id) ?? words.inbox;
    case 'file': {
      const { original, source_name } = source;
      const type = original?.remote_connection_type ?? '';
      if (original?.origin === 'person') return words.person;
      const name = source_name || nameOriginal(original, words);
      return (
        names.get(type) ?? (name === undefined ? words.unnamedFile : words.file(name))
      );
    }
    case 'application': {
      const { client_id } = source;
      if (isPersonalClient(client_id)) return words.script;
      return names.get(client_id) ?? words.application;
    }
  }
}

/** Names what has no name in the export that has brought it. */
function nameOriginal(
  original: OriginalOrigin | undefined,
  words: MeasuredTexts['sources'],
): string | undefined {
  if (original?.origin === 'application') return words.application;
  return original?.origin === 'inbox' ? words.inbox : undefined;
}

/** Renders the words that must be shown with values. */
export function renderAttributions(values: readonly PlacedMeasurement[]): Html {
  const words = new Set(
    values.flatMap(({ source }) =>
      'attribution' in source ? (source.attribution ?? []) : [],
    ),
  );
  return html`${[...words].map((text) => html`<p class="muted">${text}</p>\n`)}`;
}

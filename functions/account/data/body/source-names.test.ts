import { expect, it } from 'vitest';
import type { OriginalOrigin } from '#functions/diary/entry/origin.ts';
import { measuredTexts } from './measured.texts.ts';
import { nameSource } from './source-names.ts';

it.each<{ origin: OriginalOrigin['origin']; source_name?: string; name: string }>([
  { origin: 'file', source_name: 'Withings', name: 'Withings, from a file' },
  { origin: 'file', name: 'a file' },
  { origin: 'application', name: 'an application, from a file' },
  { origin: 'inbox', name: 'an app of your phone, from a file' },
  { origin: 'person', name: 'entered by you' },
])('values of an export from $origin "$source_name" are: $name', (stated) => {
  const { origin, source_name = '', name } = stated;
  const source = { kind: 'file' as const, source_name, original: { origin } };
  expect(nameSource({ source }, new Map(), measuredTexts.en)).toBe(name);
});

import { expect, it } from 'vitest';
import { exerciseTexts } from './exercise.texts.ts';
import { nameOrigin } from './origin-name.ts';

it('a workout of an export has the name of its file, which tells it from others', () => {
  const view = { words: exerciseTexts.en, getProviderName: (type: string) => type };
  const workout = { file_id: 'export:1', file_name: 'export.zip' };
  const original = { origin: 'file' as const, file_name: 'run.fit' };
  expect(nameOrigin({ ...workout, original }, view)).toBe('run.fit');
  expect(nameOrigin({ ...workout, original: { origin: 'file' } }, view)).toBe(
    'export.zip',
  );
});

import { expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import { buildImport } from '../file-import.ts';
import consumer from './consumer.ts';

const { toMessage } = consumer.rule;
const now = new Date('2026-11-20T12:00:00Z');
const key = fileImportKeys.importJob('ann', '1');
const job = buildImport({ id: '1', file_name: 'run.fit', bytes: 1 }, now);

it('makes a message of a write that requests a run, and of no other', () => {
  expect(toMessage({ ...key, ...job })).toEqual({ ...key, id: '1', step: 1 });
  const { continuation: _, ...running } = job;
  expect(toMessage({ ...key, ...running })).toBeUndefined();
});

it('makes a message when the restriction of processing is lifted', () => {
  const profile = { ...identityKeys.user('ann'), resumed_datetime: now.toISOString() };
  const restricted = { ...profile, restricted_datetime: now.toISOString() };
  const { pk, sk } = profile;
  expect(toMessage(profile, identityKeys.user('ann'))).toEqual({
    pk,
    sk,
    reason: 'resumed',
  });
  expect(toMessage(profile, profile)).toBeUndefined();
  expect(toMessage(restricted, identityKeys.user('ann'))).toBeUndefined();
});

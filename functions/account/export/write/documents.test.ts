import { expect, it } from 'vitest';
import { documentNames, getDocumentReader } from './documents.ts';

const item = { pk: 'USER#ann', sk: 'ANY#1', remote_connection_type: 'strava' };

it.each(documentNames)('%s leaves out what a hidden provider has sent', (name) => {
  const context = {
    language: 'en',
    hiddenTypes: ['strava'],
    isOfApplication: true,
  } as const;
  expect(getDocumentReader(name).toObjects(item, context)).toEqual([]);
});

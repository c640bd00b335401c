import { expect, it } from 'vitest';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { mergeNeeds } from './function-needs.ts';

const show = defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/thing/',
  summary: 'Show things',
  auth: 'public',
  responses: { 200: { description: 'The things.' } },
  stores: {
    table: ['get', 'query'],
    encryption: { decrypts: [['user_id', 'type']] },
  },
  settings: ['service'],
  memory: 1024,
});

const change = defineEndpoint({
  ...mainInterface,
  method: 'POST',
  path: '/thing/',
  summary: 'Change a thing',
  auth: 'public',
  responses: { 200: { description: 'The thing.' } },
  stores: {
    table: ['get', 'put'],
    imports: ['put'],
    encryption: { encrypts: [['type']], decrypts: [['user_id', 'type']] },
  },
  baseUrls: ['auth'],
  timeout: 20,
});

it('of a function are what its endpoints need, each once, and nothing else', () => {
  expect(mergeNeeds([show, change])).toEqual({
    stores: {
      table: ['get', 'query', 'put'],
      imports: ['put'],
      encryption: { encrypts: [['type']], decrypts: [['user_id', 'type']] },
    },
    settings: ['service'],
    baseUrls: ['auth'],
    memory: 1024,
    timeout: 20,
  });
});

it('of one endpoint are its own, with the update that counts its requests', () => {
  const limited = { ...show, auth: 'user', scope: 'any' } as const;
  expect(mergeNeeds([limited]).stores).toEqual({
    ...show.stores,
    table: ['get', 'query', 'update'],
  });
  expect(mergeNeeds([{ ...change, stores: {} }])).toMatchObject({
    stores: {},
    memory: 512,
    timeout: 20,
  });
});

import { expect, it } from 'vitest';
import { findClientIdUrlFault } from './client-id-url.ts';

it.each([
  'https://agent.example/client.json',
  'https://agent.example/',
  'https://agent.example:8443/a/b?c=d',
])('%s can be the id of a client', (client_id) => {
  expect(findClientIdUrlFault(client_id)).toBeUndefined();
});

// draft-ietf-oauth-client-id-metadata-document, section 3.
it.each([
  'http://agent.example/client.json',
  'HTTPS://agent.example/client.json',
  'https:agent.example/client.json',
  'https://agent.example',
  'https://agent.example?a=b',
  'https://agent.example/a/../client.json',
  'https://agent.example/./client.json',
  'https://agent.example/a/%2e%2E/client.json',
  'https://agent.example/a/..',
  'https://agent.example/client.json#x',
  'https://agent.example/client.json#',
  'https://user@agent.example/client.json',
  'https://user:password@agent.example/client.json',
  'https://@agent.example/client.json',
  'https://AGENT.example/client.json',
  'https://agent.example:443/client.json',
  'https://agent.example\\client.json',
  'https://agent.example/client .json',
  'https://agent.example/\u200bclient.json',
  'https://0x7f.1/client.json',
  `https://agent.example/${'a'.repeat(500)}`,
])('%s cannot', (client_id) => {
  expect(findClientIdUrlFault(client_id)).toMatch(/^must /);
});

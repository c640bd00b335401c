import { expect, it } from 'vitest';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { listConnectedClients } from './connected-client.ts';

const now = new Date('2026-11-20T12:00:00Z');
const nowSeconds = now.getTime() / 1000;

const grant = (changes: Partial<Grant>): Grant => ({
  id: 'g',
  user_id: 'u',
  username: 'u',
  client_id: 'one',
  application_name: 'One',
  token_use: 'user',
  scope: 'read',
  created_datetime: '2026-11-01T08:00:00.000Z',
  expires_at: nowSeconds + 60,
  ttl: nowSeconds + 60,
  generation: 1,
  ...changes,
});

it('lists a client once, with the time of its oldest live grant, the day of its last use, and the scopes and providers of all', () => {
  const grants = [
    grant({
      created_datetime: '2026-10-01T08:00:00.000Z',
      revoked_at: nowSeconds - 60,
      opted_in_types: ['withings'],
    }),
    grant({
      created_datetime: '2026-11-02T08:00:00.000Z',
      last_used_on: '2026-11-19',
      scope: 'images.write',
      opted_in_types: ['whoop'],
    }),
    grant({
      created_datetime: '2026-11-03T08:00:00.000Z',
      last_used_on: '2026-11-05',
      opted_in_types: ['polar', 'whoop'],
      scope: 'diary.read profile.read',
    }),
    grant({
      scope: 'diary.read',
      created_datetime: '2026-11-04T08:00:00.000Z',
      application_name: 'One, renamed',
    }),
  ];
  expect(listConnectedClients(grants, now)).toEqual([
    {
      client_id: 'one',
      name: 'One, renamed',
      scope: 'profile.read diary.read images.write',
      optedInTypes: ['polar', 'whoop'],
      since: '2026-11-02T08:00:00.000Z',
      last_used_on: '2026-11-19',
    },
  ]);
});

it('omits revoked, expired and personal grants, and the last use of unused grants', () => {
  const grants = [
    grant({ client_id: toPersonalClient('u') }),
    grant({ client_id: 'revoked', revoked_at: nowSeconds - 60 }),
    grant({ client_id: 'expired', expires_at: nowSeconds }),
    grant({ client_id: 'new' }),
  ];
  expect(listConnectedClients(grants, now)).toEqual([
    {
      client_id: 'new',
      name: 'One',
      scope: 'read',
      optedInTypes: [],
      since: '2026-11-01T08:00:00.000Z',
    },
  ]);
});

it('lists each installation of a client with a metadata document by itself', () => {
  const client_id = 'https://agent.example/client.json';
  const installation = { client_id, audience: 'mcp' } as const;
  const grants = ['one', 'other'].map((id) => grant({ id, ...installation }));
  expect(listConnectedClients(grants, now)).toMatchObject([
    { ...installation, grant_id: 'one' },
    { ...installation, grant_id: 'other' },
  ]);
});

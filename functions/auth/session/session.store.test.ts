import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import * as sessions from './session.store.ts';

it('a session is found with its own secret only, because its id is no secret', async () => {
  const now = new Date();
  const person = await newPerson();
  const sessionToken = await sessions.start(table(), person, now);
  const token = parseToken('session', sessionToken);
  if (!token) throw new Error('The token is malformed.');
  const found = await sessions.find(table(), sessionToken, now);
  expect(found).toMatchObject({ id: token.id, user_id: person.user_id });
  const guess = formatToken('session', { ...token, secret: newSecret() });
  expect(await sessions.find(table(), guess, now)).toBeUndefined();
});

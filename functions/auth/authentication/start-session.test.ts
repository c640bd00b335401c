import { describe, expect, it } from 'vitest';
import { newUser, table } from '#kit/fixtures.ts';
import { overtakenTable } from '#kit/overtaken.ts';
import { keys } from '#shared/table/keys.ts';
import * as identities from '../identity/identity.store.ts';
import { startSession } from './start-session.ts';

const now = new Date();
const stranger = { session: '', device: '' };

/** A person whose password was found right, and their sign-in as it was then. */
async function verified() {
  const { email, user_id } = await newUser();
  const signIn = await identities.findByEmail(table(), email);
  if (!signIn) throw new Error('the fixture has no sign-in');
  return { email, signIn, sessions: () => table().query(keys.sessions(user_id)) };
}

const moments = ['before its put', 'after its put'] as const;
const ends = [
  [
    'a change of password',
    (email: string) => identities.setPassword(table(), email, 'another horse', now),
  ],
  ['the end of the account', (email: string) => identities.disable(table(), email, now)],
] as const;

describe('who signs in', () => {
  it.each(moments.flatMap((moment) => ends.map(([name, end]) => [name, moment, end] as const)))(
    'is not let in where %s overtakes the session, %s (A12, A14)',
    async (_, moment, end) => {
      const { email, signIn, sessions } = await verified();
      const overtaken = overtakenTable(moment, () => end(email));
      expect(
        await startSession({ table: overtaken, now }, email, signIn, stranger),
      ).toBeUndefined();
      expect(await sessions()).toEqual([]);
    },
  );

  it('is let in otherwise (A12)', async () => {
    const { email, signIn, sessions } = await verified();
    const entry = await startSession({ table: table(), now }, email, signIn, stranger);
    expect(entry?.cookies).toHaveLength(2);
    expect(await sessions()).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import {
  disableUser,
  setPasswordAsOperator,
} from '#functions/auth/identity/change-access.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import { getIdentity, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { startSession } from './start-session.ts';

const now = new Date();
const newBrowser = { sessionToken: '', device: '', name: '' };

/** Creates a user and returns their identity as it was when the password was verified. */
async function newVerifiedUser() {
  const user = await newUser();
  const identity = await getIdentity(user);
  const listSessions = () => table().query(sessionKeys.sessions(user.user_id));
  return { user, identity, listSessions };
}

const moments = [
  { moment: 'before its put', when: 'just before the session is stored' },
  { moment: 'after its put', when: 'just after the session is stored' },
] as const;
const events = [
  {
    name: 'the password changes',
    change: ({ email }: TestUser) =>
      setPasswordAsOperator(table(), email, 'another horse', now),
  },
  {
    name: 'the user is disabled',
    change: ({ user_id }: TestUser) => disableUser(table(), user_id, now),
  },
];
const cases = moments.flatMap((moment) =>
  events.map((event) => ({ ...moment, ...event })),
);

describe('a sign-in', () => {
  it.each(cases)('leaves no session if $name $when', async ({ moment, change }) => {
    const { user, identity, listSessions } = await newVerifiedUser();
    const context = { table: createRacingTable(moment, () => change(user)), now };
    expect(await startSession(context, identity, newBrowser)).toBeUndefined();
    expect(await listSessions()).toEqual([]);
  });

  it('starts a session and trusts the device', async () => {
    const { identity, listSessions } = await newVerifiedUser();
    const session = await startSession({ table: table(), now }, identity, newBrowser);
    expect(session?.cookies).toHaveLength(2);
    expect(await listSessions()).toHaveLength(1);
  });
});

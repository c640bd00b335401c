import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as emailLinks from './email-link.store.ts';

const now = new Date('2100-01-01T12:00:00Z');

/** Stores a link that replaces a password. */
function createLink(user_id: string) {
  const link = { purpose: 'password_reset', email: 'ann@example.com' } as const;
  const unsent = { ...link, user_id, language: 'en', template: undefined };
  return emailLinks.create(table(), unsent, now);
}

it('a link is found with its own token only', async () => {
  const [user_id, other_id] = [newId(now), newId(now)];
  const [{ id }, other] = [await createLink(user_id), await createLink(user_id)];
  const text = (await emailLinks.issueToken(table(), user_id, id, now)) ?? '';
  await emailLinks.issueToken(table(), user_id, other.id, now);
  const token = parseToken('link', text);
  if (!token) throw new Error('The link has no token.');

  const guesses = [
    text.slice(0, -1),
    `${text}0`,
    formatToken('link', { ...token, secret: '0'.repeat(52) }),
    formatToken('link', { ...token, user_id: other_id }),
    formatToken('link', { ...token, id: newId(now) }),
    formatToken('link', { ...token, id: other.id }),
    formatToken('session', token),
    '',
  ];
  for (const guess of guesses)
    expect(await emailLinks.find(table(), guess, now), guess).toBeUndefined();
  expect(await emailLinks.find(table(), text, now)).toMatchObject({ id, user_id });
});

it('a link is used up by one of two concurrent requests, and gets no token afterwards', async () => {
  const user_id = newId(now);
  const link = await createLink(user_id);
  const useUp = () => table().transact([emailLinks.toUse(link, now)]);
  const results = await Promise.all([useUp(), useUp()]);
  expect(results.map(({ done }) => done).toSorted()).toEqual([false, true]);
  expect(await emailLinks.issueToken(table(), user_id, link.id, now)).toBeUndefined();
});

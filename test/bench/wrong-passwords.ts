import * as identities from '#functions/auth/identity/identity.store.ts';
import { verifyPassword } from '#functions/auth/identity/password.ts';
import { table } from '#kit/fixtures.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';
import { measureTime, median } from './statistics.ts';

const attempts = 30;

/**
 * Compares the time of a wrong password for known and unknown emails. A difference would reveal
 * which accounts exist (LG-02).
 */
export const wrongPasswords: Section = async ({ user }) => {
  const identity = await identities.findByEmail(table(), user.email);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < attempts; i++) {
    known.push(await measureTime(() => verifyPassword('wrong', identity?.password_hash)));
    unknown.push(await measureTime(() => verifyPassword('wrong', undefined)));
  }
  return markdownTable(
    ['wrong password', 'median ms'],
    [
      ['known email', median(known)],
      ['unknown email', median(unknown)],
    ],
  );
};

import * as identities from '#functions/auth/identity/identity.store.ts';
import { verifyPassword } from '#functions/auth/identity/password.ts';
import { table } from '#kit/fixtures.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const tries = 30;

async function measureTime(hash: string | undefined): Promise<number> {
  const started = performance.now();
  await verifyPassword('wrong', hash);
  return performance.now() - started;
}

const median = (times: number[]) =>
  times.sort((one, other) => one - other)[tries >> 1] ?? 0;

/**
 * Compares the time of a wrong password for known and unknown accounts: it must not differ (LG-02).
 */
export const refusals: Section = async ({ user }) => {
  const signIn = await identities.findByEmail(table(), user.email);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < tries; i++) {
    known.push(await measureTime(signIn?.password_hash));
    unknown.push(await measureTime(undefined));
  }
  return markdownTable(
    ['wrong password', 'median ms'],
    [
      ['of somebody', median(known)],
      ['of nobody', median(unknown)],
    ],
  );
};

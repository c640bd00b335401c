import { issueCode } from '#kit/authorization-codes.ts';
import type { Send } from '#kit/send.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const atOnce = 10;
const tenTimes = <T>(attempt: () => Promise<T>) =>
  Promise.all(Array.from({ length: atOnce }, attempt));

/**
 * Redeems each of many codes, and refreshes in each of many rounds, ten times at once. Throws where
 * a code gives tokens twice or never, where a refresh is refused, and where tokens that were given
 * do not work (decisions A7 and A8).
 */
async function raceForTokens(
  send: Send,
  credentials: { client_id: string; client_secret: string },
  newCode: () => Promise<string>,
  rounds: number,
): Promise<{ codes: number; refreshes: number }> {
  const ask = (parameters: Record<string, string>) =>
    send<Tokens>('POST', '/v7.0/oauth2/access_token/', {
      form: { ...credentials, ...parameters },
    });
  const found = { codes: 0, refreshes: 0 };

  for (let round = 0; round < rounds; round++) {
    const code = await newCode();
    const answers = await tenTimes(() => ask({ grant_type: 'authorization_code', code }));
    const successes = answers.filter(({ status }) => status === 200).length;
    if (successes !== 1)
      throw new Error(`In round ${round} a code gave tokens ${successes} times.`);
    found.codes += successes;
  }

  let { body } = await ask({ grant_type: 'authorization_code', code: await newCode() });
  for (let round = 0; round < rounds; round++) {
    const { refresh_token } = body;
    const answers = await tenTimes(() =>
      ask({ grant_type: 'refresh_token', refresh_token }),
    );
    for (const answer of answers) {
      const token = answer.body.access_token;
      const { status } = await send('GET', '/v7.0/user/self/', { token });
      if (answer.status !== 200 || status !== 200)
        throw new Error(
          `In round ${round} a refresh was answered ${answer.status}, its token ${status}.`,
        );
      body = answer.body;
    }
    found.refreshes += answers.length;
  }

  return found;
}

/** Fifty rounds of ten redemptions and of ten refreshes at once. */
export const races: Section = async ({ asUser, user, application }) => {
  const rounds = 50;
  const { client_id, client_secret } = application;
  const newCode = () => issueCode(user, application);
  const { codes, refreshes } = await raceForTokens(
    asUser,
    { client_id, client_secret },
    newCode,
    rounds,
  );
  return markdownTable(
    ['ten at once', 'rounds', 'successes'],
    [
      ['redeem one code', rounds, codes],
      ['refresh one token', rounds, refreshes],
    ],
  );
};

import { issueCode } from '#kit/authorization-codes.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const rounds = 50;
const concurrency = 10;

/** Requests tokens as the client: the endpoint ignores the user's token. */
function requestTokens({ asUser, client }: Bench, parameters: Record<string, string>) {
  const { client_id, client_secret } = client;
  const form = { client_id, client_secret, ...parameters };
  return asUser<Tokens>('POST', '/v7.0/oauth2/access_token/', { form });
}

/** Sends ten concurrent requests for tokens. */
function requestConcurrently(bench: Bench, parameters: Record<string, string>) {
  const requests = Array.from({ length: concurrency }, () =>
    requestTokens(bench, parameters),
  );
  return Promise.all(requests);
}

function requestByCode(code: string) {
  return { grant_type: 'authorization_code', code };
}

/**
 * Redeems one code in ten concurrent requests. Returns the number of successes, which must be one
 * (wire.md A7).
 */
async function raceForCode(bench: Bench): Promise<number> {
  const code = await issueCode(bench.user, bench.client);
  const responses = await requestConcurrently(bench, requestByCode(code));
  const successes = responses.filter(({ status }) => status === 200).length;
  if (successes !== 1) throw new Error(`A code was redeemed ${successes} times.`);
  return successes;
}

/**
 * Refreshes one token in ten concurrent requests. All of them must succeed, and every new access
 * token must work (wire.md A8). Returns the tokens of the last response.
 */
async function raceForRefresh(bench: Bench, refresh_token: string): Promise<Tokens> {
  const parameters = { grant_type: 'refresh_token', refresh_token };
  const responses = await requestConcurrently(bench, parameters);
  let latest: Tokens = { access_token: '', refresh_token };
  for (const { status, body } of responses) {
    if (status !== 200) throw new Error(`The response to a refresh is ${status}.`);
    const token = body.access_token;
    const read = await bench.asUser('GET', '/v7.0/user/self/', { token });
    if (read.status !== 200)
      throw new Error(`The response to a new token is ${read.status}.`);
    latest = body;
  }
  return latest;
}

/** Counts the successes of concurrent token requests. Throws if these are not the required ones. */
export const tokenRaces: Section = async (bench) => {
  let redemptions = 0;
  for (let round = 0; round < rounds; round++) redemptions += await raceForCode(bench);

  const code = await issueCode(bench.user, bench.client);
  let { body: tokens } = await requestTokens(bench, requestByCode(code));
  let refreshes = 0;
  for (let round = 0; round < rounds; round++) {
    tokens = await raceForRefresh(bench, tokens.refresh_token);
    refreshes += concurrency;
  }
  return markdownTable(
    ['ten concurrent requests', 'rounds', 'successes'],
    [
      ['redeem one code', rounds, redemptions],
      ['refresh one token', rounds, refreshes],
    ],
  );
};

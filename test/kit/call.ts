import { inject } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import { identityOf } from './fixtures.ts';
import { type Send, type SendOptions, send } from './send.ts';

export type { Answer, SendOptions } from './send.ts';

const { urls } = inject('service');

/**
 * Sends one request to the running service and checks that the answer is one that the endpoint declares. To the diary
 * it confirms whose token it is.
 */
export const call: Send = async <Body = unknown>(
  method: string,
  path: string,
  options: SendOptions = {},
) => {
  const { host = 'main' } = options;
  const identity = host === 'diary' ? identityOf(options.token) : {};
  const headers = { ...identity, ...options.headers };
  const answer = await send<Body>(urls, method, path, { ...options, headers });
  // An address leads elsewhere, as to the CDN, where nothing is declared.
  if (!URL.canParse(path)) checkAnswer({ host, method, path }, answer);
  return answer;
};

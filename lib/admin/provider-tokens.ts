import { readFile } from 'node:fs/promises';
import { serviceError } from '../../shared/errors/errors.ts';
import type { GivenOptions } from './command.ts';
import type { Terminal } from './terminal.ts';
import { typed } from './typed.ts';

/** The options of a command that takes a provider's tokens, which no command line should show. */
export const tokenOptions = {
  'access-token-file': {
    value: 'FILE',
    about: "the file with the provider's access token; default: typed unseen, or piped",
  },
  'refresh-token-file': {
    value: 'FILE',
    about: "the file with the provider's refresh token, if it gave one",
  },
} as const;

/**
 * The tokens from the files that the options name, the access token otherwise from the terminal, unseen, or the first
 * line of standard input. Throws `invalid` where a file cannot be read.
 */
export async function tokensOf(given: GivenOptions<typeof tokenOptions>, terminal: Terminal) {
  const files = { access: given['access-token-file'], refresh: given['refresh-token-file'] };
  const access_token =
    files.access === undefined ? await typedToken(terminal) : await firstLine(files.access, 'access_token');
  return {
    access_token,
    ...(files.refresh !== undefined && {
      refresh_token: await firstLine(files.refresh, 'refresh_token'),
    }),
  };
}

async function typedToken(terminal: Terminal): Promise<string> {
  const [token = ''] = await typed(terminal, [terminal.stdin.isTTY ? 'Access token: ' : '']);
  return token;
}

async function firstLine(file: string, field: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw serviceError('invalid', { failures: { [field]: [`cannot be read from ${file}`] } });
  });
  return text.split(/\r?\n/, 1)[0] ?? '';
}

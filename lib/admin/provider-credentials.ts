import { readFile } from 'node:fs/promises';
import { serviceError } from '#shared/errors/errors.ts';
import type { GivenOptions } from './command.ts';
import { typed } from './prompt.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command that takes the credentials for a provider, whose secrets no command line should show. */
export const credentialOptions = {
  'access-token-file': {
    value: 'FILE',
    about: "the file with the provider's access token; default: typed unseen, or piped",
  },
  'refresh-token-file': {
    value: 'FILE',
    about: "the file with the provider's refresh token, if it gave one",
  },
  'client-id': {
    value: 'ID',
    about:
      'the client that the provider gave the tokens to; some providers are told of a removal only by it',
  },
  'client-secret-file': { value: 'FILE', about: 'the file with the secret of that client' },
} as const;

/**
 * The credentials from the options and the files that they name, the access token otherwise from the terminal, unseen,
 * or the first line of standard input. Throws `validation_failed` where a file cannot be read.
 */
export async function credentialsOf(
  given: GivenOptions<typeof credentialOptions>,
  terminal: Terminal,
) {
  const {
    'access-token-file': access,
    'refresh-token-file': refresh,
    'client-id': client_id,
    'client-secret-file': secret,
  } = given;
  return {
    access_token:
      access === undefined ? await typedToken(terminal) : await firstLine(access, 'access_token'),
    ...(refresh !== undefined && { refresh_token: await firstLine(refresh, 'refresh_token') }),
    ...(client_id !== undefined && { client_id }),
    ...(secret !== undefined && { client_secret: await firstLine(secret, 'client_secret') }),
  };
}

async function typedToken(terminal: Terminal): Promise<string> {
  const [token = ''] = await typed(terminal, [terminal.stdin.isTTY ? 'Access token: ' : '']);
  return token;
}

async function firstLine(file: string, field: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw serviceError('validation_failed', {
      failures: { [field]: [`cannot be read from ${file}`] },
    });
  });
  return text.split(/\r?\n/, 1)[0] ?? '';
}

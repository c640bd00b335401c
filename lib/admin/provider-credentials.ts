import { readFile } from 'node:fs/promises';
import { compact } from '#shared/runtime/compact.ts';
import type { Terminal } from './command.ts';
import { createFieldError } from './errors.ts';
import { prompt } from './prompt.ts';

/** Names the files with the secrets, because others on the machine can see a command line. */
export interface CredentialOptions {
  accessTokenFile?: string;
  refreshTokenFile?: string;
  clientId?: string;
  clientSecretFile?: string;
}

/**
 * Reads the credentials of a remote account. Without a file for the access token, prompts for the
 * token or reads it from standard input. Throws `validation_failed` if a file cannot be read.
 */
export async function readCredentials(options: CredentialOptions, terminal: Terminal) {
  const { accessTokenFile, refreshTokenFile, clientId, clientSecretFile } = options;
  const access_token = await readSecretFile('access_token', accessTokenFile);
  return compact({
    access_token: access_token ?? (await promptForToken(terminal)),
    refresh_token: await readSecretFile('refresh_token', refreshTokenFile),
    client_id: clientId,
    client_secret: await readSecretFile('client_secret', clientSecretFile),
  });
}

async function promptForToken(terminal: Terminal): Promise<string> {
  const question = terminal.stdin.isTTY ? 'Access token: ' : '';
  const [token = ''] = await prompt(terminal, [question]);
  return token;
}

/**
 * Returns the first line of a file, or undefined if no file is given. Throws `validation_failed`
 * for the field if the file cannot be read.
 */
export async function readSecretFile(
  field: string,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => {
    throw createFieldError(field, `cannot be read from ${file}`);
  });
  const [line] = text.split(/\r?\n/, 1);
  return line;
}

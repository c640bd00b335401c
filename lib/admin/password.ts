import { randomBytes } from 'node:crypto';
import { serviceError } from '#shared/errors/errors.ts';
import { base32 } from '#shared/runtime/ids.ts';
import type { GivenOptions } from './command.ts';
import { typed } from './prompt.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command that sets a password. */
export const passwordOptions = {
  'generate-password': { about: 'make up a password and show it this once' },
  password: {
    value: 'PASSWORD',
    about: 'the password itself, which others on this machine can see; rather type or pipe it',
  },
} as const;

type GivenPassword = GivenOptions<typeof passwordOptions>;

/** What is wrong with the options about a password. */
export function problemOfPassword(given: GivenPassword): string | undefined {
  return given['generate-password'] && given.password !== undefined
    ? 'Give --password or --generate-password, not both.'
    : undefined;
}

/**
 * The password that the options state or ask for; without any it is typed at the terminal, twice and unseen, or is the
 * first line of standard input. Throws `validation_failed` where there is none, or where it is typed differently.
 */
export async function passwordOf(given: GivenPassword, terminal: Terminal): Promise<string> {
  if (given['generate-password']) return generatePassword();
  if (given.password !== undefined) return given.password;
  const questions = terminal.stdin.isTTY ? ['Password: ', 'The same again: '] : [''];
  const answers = await typed(terminal, questions);
  const [password] = answers;
  if (!password || answers.length < questions.length)
    throw invalid('is required: type it, pipe it, or give --generate-password');
  if (new Set(answers).size > 1) throw invalid('was typed differently the second time');
  return password;
}

const invalid = (problem: string) =>
  serviceError('validation_failed', { failures: { password: [problem] } });

/** A password of 80 random bits that can be read out and typed. */
export function generatePassword(): string {
  return base32(randomBytes(10)).replace(/.{4}(?=.)/g, '$&-');
}

import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import { type Scope, scopes } from '#shared/contract/scopes.ts';
import { createIntegerParser } from '../terminal/program.ts';
import { createFieldError } from './find.ts';

/** The language of a mail that a command sends. */
export const mailLanguageOption = new Option(
  '--language <tag>',
  'language of the mail, if the user has chosen none',
)
  .choices(['en', 'de'])
  .default('en');

/** The options of a command that prints a list in pages. */
export interface PageOptions {
  limit: number;
  after?: string;
}

const maxLimit = 1000;

export const limitOption = new Option('--limit <number>', 'rows of a page')
  .default(100)
  .argParser(createIntegerParser(1, maxLimit));

/** The last row of the previous page. */
export const afterOption = new Option('--after <id>', 'start after the row with this id');

/** Returns a note that says how to print the next page, or no note if this page is the last. */
export function getPageNote(
  rows: readonly object[],
  { limit }: PageOptions,
  lastId: string | undefined,
): { note?: string } {
  const isLastPage = rows.length < limit;
  if (isLastPage || lastId === undefined) return {};
  return { note: `For the next page, add --after ${lastId}` };
}

/** Returns the time in an option. Throws `validation_failed` if it is none with an offset. */
export function parseOptionTime(option: string, text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (parsed.success) return new Date(parsed.data);
  throw createFieldError(
    option,
    'must be a time with an offset, e.g. 2026-11-20T09:00:00-08:00',
  );
}

/** Parses scopes that spaces or commas separate. Throws if no scope is given or one is unknown. */
export function parseScopes(text: string): Scope[] {
  const names = text.split(/[ ,]+/).filter(Boolean);
  const parsed = scopes.filter((scope) => names.includes(scope));
  const hasUnknown = names.some((name) => !scopes.some((scope) => scope === name));
  if (parsed.length === 0 || hasUnknown)
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  return parsed;
}

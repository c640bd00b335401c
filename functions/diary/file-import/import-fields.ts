import * as z from 'zod/mini';
import { described, name, text } from '#shared/contract/schema.ts';
import { isTimeZone } from '#shared/pages/language.ts';

/** The members that a client or a person can send with an import. */
export const importFields = {
  name: described(z.optional(name(255)), 'A name for the import.', 'My old watch'),
  timezone: described(
    z.optional(
      z.string().check(z.refine(isTimeZone, 'must be the name of an IANA time zone')),
    ),
    'The time zone of workouts whose files state no offset. It goes before their positions, ' +
      'except UTC, which goes after them.',
    'Europe/Berlin',
  ),
  external_id: described(
    z.optional(text(255, 1)),
    'A label of the client, which is returned as it was sent.',
    'run-2026-11-20',
  ),
};

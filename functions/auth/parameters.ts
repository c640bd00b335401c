import * as z from 'zod/mini';
import { parameter } from '#shared/contract/text.ts';

/** A parameter that is sent once or not at all; an empty one counts as not sent (RFC 6749 sections 3.1 and 3.2). */
export const Parameter = z.pipe(
  z.optional(parameter()),
  z.transform((value) => value || undefined),
);

/** What one of our own pages sends, in its form or its address: a text, empty where it was not sent. */
export const Field = z._default(parameter(), '');

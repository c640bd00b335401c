import * as z from 'zod/mini';
import { parameter } from '#shared/contract/schema.ts';

/** A field of a form or of a query string on our own pages. Defaults to an empty string. */
export const FormField = z._default(parameter(), '');

/** The CSRF token that every form of our own pages contains. */
export const ProtectedForm = z.object({ form_token: FormField });

import * as z from 'zod/mini';
import { Field } from '../parameters.ts';

/** What every form on the pages of the account sends. */
export const AccountForm = z.object({ form_token: Field });

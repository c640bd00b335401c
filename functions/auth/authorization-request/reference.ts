import * as z from 'zod/mini';
import { Field } from '../parameters.ts';

/** The query of our own pages: which authorization request they are about. */
export const RequestReference = z.object({ request: Field });

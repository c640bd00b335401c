import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';

/** The fields of a form with the providers to tick. A form without them changes no choice. */
export const choiceFields = {
  /** The types of the boxes, separated by spaces: a box that is not ticked sends nothing. */
  offered_providers: FormField,
  /** The types that are ticked. */
  provider: z._default(z.union([z.string(), z.array(z.string())]), []),
};

/** The fields as they are sent. */
export interface ChoiceForm {
  offered_providers: string;
  provider: string | readonly string[];
}

import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';

/** The fields of a form with the providers to tick. A form without them changes no choice. */
export const ChoiceFields = z.object({
  /** The types of the boxes, separated by spaces: a box that is not ticked sends nothing. */
  offered_providers: FormField,
  /** Not empty if the words of the form name measurements beside workouts. */
  names_measurements: FormField,
  /** The types that are ticked. */
  provider: z._default(z.union([z.string(), z.array(z.string())]), []),
});
export type ChoiceFields = z.output<typeof ChoiceFields>;

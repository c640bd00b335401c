import * as z from 'zod/mini';
import { accountForm } from '#functions/account/form-endpoint.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const SameWorkoutForm = z.extend(ProtectedForm, {
  /** The day whose page has the form. */
  date: CalendarDate,
  /** The id of the entry. */
  entry: FormField,
  /**
   * The other workout, by the key of its source (`toSourceKey`). It is separated from the entry or
   * joined with it, or the rules for duplicates decide again.
   */
  workout: FormField,
  action: z.enum(['separate', 'merge', 'join']),
});

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/data/day/',
  summary: 'Separate, join or merge two imported workouts',
  request: { form: SameWorkoutForm },
  errors: [...accountForm.errors, 'item_too_large'],
  stores: { table: ['get', 'getEach', 'query', 'put', 'update', 'check', 'transact'] },
  storeCalls: {
    max: 100,
    reason:
      'the session and the profile are read, then at most ten days around the workouts, and the ' +
      'connections and data sources that decide which workout is shown. One transaction writes ' +
      'the changed days and checks the rest. It is tried again, at most 20 times, while other ' +
      'requests change the same days',
  },
});

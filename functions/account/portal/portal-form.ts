import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { RegistrationFields } from './registration-fields.ts';

/** The actions of the forms about applications. */
const portalActions = ['register', 'update', 'rotate', 'delete'] as const;
export type PortalAction = (typeof portalActions)[number];

/** The fields of the forms about applications. Each form has some of them. */
export const PortalForm = z.extend(ProtectedForm, {
  action: z.enum(portalActions),
  /** The id of the application, unless the form registers it. */
  id: FormField,
  ...RegistrationFields,
});

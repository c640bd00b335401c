import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import type { MultipartDeclaration, Schema } from '#shared/contract/endpoint.ts';
import { spanNames } from './deliveries-section.ts';
import { RegistrationFields } from './registration-fields.ts';
import { WebhookFields } from './webhook-fields.ts';

/** The actions of the forms of the pages. */
export const portalActions = [
  'register',
  'update',
  'rotate',
  'delete',
  'set_logo',
  'delete_logo',
  'create_webhook',
  'update_webhook',
  'enable_webhook',
  'disable_webhook',
  'rotate_webhook',
  'delete_webhook',
  'resend_delivery',
  'resend_since',
] as const;
export type PortalAction = (typeof portalActions)[number];

/** A larger file is refused without the page. */
const maxUploadBytes = 4 * 2 ** 20;

/** The parts of the forms of the pages. Each form has some of them. */
export const PortalForm = {
  ...toTextParts({
    form_token: FormField,
    action: z.enum(portalActions),
    /** The id of the application, unless the form registers it. */
    id: FormField,
    /** The id of its webhook, if the form is about one. */
    webhook: FormField,
    delivery: FormField,
    span: z._default(z.enum(spanNames), 'hour'),
    ...RegistrationFields,
    ...WebhookFields,
  }),
  logo: {
    // The page says itself that a file is too large for a logo.
    files: { maxBytes: maxUploadBytes, maxCount: 1, isOptional: true },
    description: 'The logo of the application.',
  },
} satisfies MultipartDeclaration;

/** Returns the parts of a multipart form that has these fields. */
function toTextParts<const Fields extends Readonly<Record<string, Schema>>>(
  fields: Fields,
) {
  const parts = Object.entries(fields).map(([name, text]) => [name, { text }]);
  return Object.fromEntries(parts) as { [Name in keyof Fields]: { text: Fields[Name] } };
}

import * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import type { Html } from '#shared/html/html.ts';
import { renderForm } from '#shared/pages/form.ts';
import { toApplicationUrl } from './portal-url.ts';
import { RegistrationFields } from './registration-fields.ts';

/** The actions of the forms about applications. */
const portalActions = ['register', 'update', 'rotate', 'delete'] as const;
export type PortalAction = (typeof portalActions)[number];

/** The fields of the forms about applications. Each form has some of them. */
export const PortalForm = z.extend(ProtectedForm, {
  action: z.enum(portalActions),
  /** The id of the application, unless the form registers it. */
  id: FormField,
  /** Registers an application once, however often the form is sent. */
  key: FormField,
  /** When the current secret was created, so that one form creates one new secret. */
  secret_of: FormField,
  ...RegistrationFields,
});

interface ActionForm {
  /** The id of the application. */
  id: string;
  action: PortalAction;
  hidden?: Readonly<Record<string, string>>;
  hasProblems?: boolean;
  body: Html | readonly Html[];
}

/** Renders a form about an application, which posts to its page. */
export function renderActionForm(
  { form_token, pages }: Pick<AccountContext, 'form_token' | 'pages'>,
  { id, action, hidden, ...form }: ActionForm,
): Html {
  return renderForm({
    form_token,
    action: toApplicationUrl(pages, id),
    hidden: { id, action, ...hidden },
    ...form,
  });
}

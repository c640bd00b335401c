import type { AccountContext } from '#functions/account/account-context.ts';
import type { Html } from '#shared/html/html.ts';
import { renderForm } from '#shared/pages/form.ts';
import { toApplicationUrl } from './portal-url.ts';

/** The names of the forms about applications. */
export type PortalAction = 'register' | 'update' | 'rotate' | 'delete';

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

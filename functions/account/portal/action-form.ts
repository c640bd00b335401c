import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Html } from '#shared/html/html.ts';
import { renderForm } from '#shared/pages/form.ts';
import type { PortalAction } from './portal-form.ts';
import { toApplicationUrl } from './portal-url.ts';

interface ActionForm {
  /** The id of the application. */
  id: string;
  action: PortalAction;
  hasProblems?: boolean;
  body: Html | readonly Html[];
}

/** Renders a form about an application, which posts to its page. */
export function renderActionForm(
  { form_token, pages }: Pick<AccountContext, 'form_token' | 'pages'>,
  { id, action, ...form }: ActionForm,
): Html {
  return renderForm({
    form_token,
    action: toApplicationUrl(pages, id),
    hidden: { id, action },
    ...form,
  });
}

import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Html } from '#shared/html/html.ts';
import { renderForm } from '#shared/pages/form.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { PortalAction } from './portal-form.ts';
import { toApplicationUrl, toWebhookUrl } from './portal-url.ts';

interface ActionForm {
  /** The id of the application, and of its webhook if the form is about one. */
  id: string;
  webhook?: string | undefined;
  action: PortalAction;
  hasProblems?: boolean;
  isWide?: boolean;
  body: Html | readonly Html[];
}

/** Renders a form about an application or one of its webhooks, which posts to its page. */
export function renderActionForm(
  { form_token, pages }: Pick<AccountContext, 'form_token' | 'pages'>,
  { id, webhook, action, ...form }: ActionForm,
): Html {
  const page =
    webhook === undefined
      ? toApplicationUrl(pages, id)
      : toWebhookUrl(pages, { client_id: id, id: webhook });
  return renderForm({
    form_token,
    action: page,
    hidden: compact({ id, webhook, action }),
    hasFiles: true,
    ...form,
  });
}

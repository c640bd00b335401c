import * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import type { Html } from '#shared/html/html.ts';
import { renderForm } from '#shared/pages/form.ts';
import { compact } from '#shared/runtime/compact.ts';
import { daySeconds } from '#shared/runtime/time.ts';
import { type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import { toWebhookUrl } from '../portal-url.ts';
import { WebhookFields } from './webhook-fields.ts';

/** The times since which events can be sent again, in milliseconds. */
export const resendSpans = {
  hour: 3_600_000,
  day: daySeconds * 1000,
  week: 7 * daySeconds * 1000,
  month: 30 * daySeconds * 1000,
};
export const spanNames = ['hour', 'day', 'week', 'month'] as const;

/** The fields of the forms about webhooks. Each form has some of them. */
export const WebhookFormFields = {
  /** The id of the application. */
  id: FormField,
  /** The id of its webhook, unless the form creates it. */
  webhook: FormField,
  delivery: FormField,
  /** Until when the earlier secret works, so that one form creates one new secret. */
  secret_until: FormField,
  span: z._default(z.enum(spanNames), 'hour'),
  ...WebhookFields,
};
export type WebhookForm = z.output<z.ZodMiniObject<typeof WebhookFormFields>>;

/** The names of the forms about webhooks. */
export type WebhookAction =
  | 'create'
  | 'update'
  | 'enable'
  | 'disable'
  | 'rotate'
  | 'delete'
  | 'resend'
  | 'resend_since';

const noEnd = 'none';

/** Returns until when the earlier secret of a webhook works, or `none` if it never had one. */
export const getSecretEnd = (webhook: Webhook) =>
  webhook.previous_secret_expires_datetime ?? noEnd;

/** Returns the condition that a webhook has no newer secret than when a form was shown. */
export function toSecretCondition(end: string): Condition {
  return { previous_secret_expires_datetime: end === noEnd ? isAbsent : equals(end) };
}

interface WebhookActionForm {
  client_id: string;
  /** The id of the webhook. Absent if the form creates it. */
  id?: string | undefined;
  action: WebhookAction;
  secret_until?: string;
  hasProblems?: boolean;
  isWide?: boolean;
  body: Html | readonly Html[];
}

/** Renders a form about a webhook of an application, which posts to its page. */
export function renderWebhookForm(
  { form_token, pages }: Pick<AccountContext, 'form_token' | 'pages'>,
  { client_id, id, action, secret_until, ...form }: WebhookActionForm,
): Html {
  return renderForm({
    form_token,
    action: toWebhookUrl(pages, { client_id, id }),
    hidden: compact({ id: client_id, webhook: id, action, secret_until }),
    ...form,
  });
}

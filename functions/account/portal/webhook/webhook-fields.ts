import type { WebhookTarget } from '#functions/account/webhook/registration.store.ts';
import {
  type SelectableType,
  selectableTypes,
  WebhookCreation,
} from '#functions/account/webhook/registration.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { WebhookTexts } from '../webhook.texts.ts';

/** The fields of a webhook: its URL, and a box for each type of events. */
export const WebhookFields = {
  url: FormField,
  ...defineFields(selectableTypes, FormField),
};

/** The fields as the person filled them in. */
export type WebhookValues = Readonly<Partial<Record<'url' | SelectableType, string>>>;

/** The problems by field. `other` belongs to none of them. */
export type WebhookFormProblems = Readonly<
  Partial<Record<'url' | 'types' | 'other', string>>
>;

/** Returns the target that a form asks for, or everything that is wrong with its fields. */
export function readTargetForm(
  values: WebhookValues,
  texts: WebhookTexts['problems'],
): Result<WebhookTarget, WebhookFormProblems> {
  const { url = '' } = values;
  const types = selectableTypes.filter((type) => values[type]);
  const read = WebhookCreation.safeParse({ url: url.trim(), types });
  if (read.success) return success(read.data);
  const names = new Set(read.error.issues.map(({ path: [name] }) => name));
  return failure(
    compact({
      url: names.has('url') ? texts.url : undefined,
      types: names.has('types') ? texts.types : undefined,
    }),
  );
}

/** Returns the fields with which the form of a webhook is filled in. */
export function toWebhookValues({
  url,
  types,
}: Pick<Webhook, 'url' | 'types'>): WebhookValues {
  return { url, ...Object.fromEntries(types.map((type) => [type, 'yes'])) };
}

import { accountForm, formCalls } from '#functions/account/form-endpoint.ts';
import { webhookContext } from '#functions/account/webhook/webhook.keys.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { WebhookForm } from '../action-form.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/portal/webhook/',
  summary: 'Add, change or delete a webhook of an application of the user',
  request: { form: WebhookForm },
  responses: {
    ...accountForm.responses,
    200: { description: 'The page of the webhook with its new secret.', body: 'html' },
    400: { description: 'The same page, which names all problems.', body: 'html' },
  },
  errors: [...accountForm.errors, 'not_found'],
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
    encryption: { encrypts: [webhookContext], decrypts: [webhookContext] },
  },
  storeCalls: formCalls(
    9,
    'the application and the webhook are read; a challenge is counted, one transaction ' +
      'changes the webhook, and its page lists deliveries',
  ),
  baseUrls: ['auth', 'main'],
  timeout: 29,
});

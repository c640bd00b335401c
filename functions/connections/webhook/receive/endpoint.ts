import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { webhookEndpoint } from '../webhook.ts';

export default defineEndpoint({
  ...webhookEndpoint,
  method: 'POST',
  summary: 'Receive a webhook',
  request: { text: true },
});

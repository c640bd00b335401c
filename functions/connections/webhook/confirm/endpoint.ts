import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { webhookEndpoint } from '../webhook.ts';

export default defineEndpoint({
  ...webhookEndpoint,
  method: 'GET',
  summary: 'Confirm a webhook subscription',
  request: { query: z.record(z.string(), z.unknown()) },
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import receive from '../receive/endpoint.ts';

export default defineEndpoint({
  ...receive,
  method: 'GET',
  summary: 'Confirm a webhook subscription',
  request: { query: z.record(z.string(), z.unknown()) },
});

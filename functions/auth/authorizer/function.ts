import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Authorize a bearer token',
  trigger: 'authorizer',
  // Reads a grant, and updates it once a day to record its use.
  stores: { table: ['get', 'update'] },
  memory: 512,
  timeout: 5,
});

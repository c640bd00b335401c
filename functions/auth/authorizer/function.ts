import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Authorize a bearer token',
  trigger: 'authorizer',
  // Reads one grant; once a day it records in the grant that it was used.
  stores: { table: ['get', 'update'] },
  memory: 512,
  timeout: 5,
});

import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Start the deliveries to webhooks that are due',
  trigger: 'schedule',
  everyMinutes: 1,
  stores: { table: ['query', 'put', 'update'] },
  timeout: 50,
});

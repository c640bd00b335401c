import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Start the syncs that are due',
  trigger: 'schedule',
  everyMinutes: 1,
  stores: { table: ['query', 'put', 'update'] },
  settings: ['queueConcurrency'],
  // A run that starts thousands of syncs is limited by its CPU: this is all of one.
  memory: 1769,
  timeout: 50,
});

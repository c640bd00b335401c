import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Pass on changes of the table to the queues of consumers',
  trigger: 'stream',
  memory: 256,
  // Longer than all attempts to reach a throttling queue, and then that of failed records.
  timeout: 20,
});

import { eventRecords } from '#functions/account/event/derive/derive-events.ts';
import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary:
    'Pass on changes of the table to the logs of people and to the queues of consumers',
  trigger: 'stream',
  selects: eventRecords,
  stores: { table: ['get', 'getEach', 'query', 'put', 'update', 'check', 'transact'] },
  // Longer than all attempts to write to a throttling table, to reach a throttling queue, and then
  // that of failed records.
  timeout: 60,
});

import { defineConsumer } from '#shared/contract/function.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import { toExportMessage } from '../run/consumer.ts';

export default defineConsumer({
  name: 'ExportImport',
  summary: 'Import an export of this service',
  rule: {
    on: 'write',
    prefixes: [fileImportKeys.importJobs('').prefix],
    toMessage: toExportMessage,
  },
  // No import has this id, so the example imports nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    step: 1,
    state: 'queued',
    is_export: true,
    continuation: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y' },
  },
  // A message returns a minute after its function has timed out.
  retryInterval: 960,
  maxAge: 21_600,
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
    imports: ['read', 'delete'],
    originals: ['put'],
  },
  // A whole vCPU, because validation takes most of the time. It uses less than 256 MB.
  memory: 1769,
  timeout: 900,
});

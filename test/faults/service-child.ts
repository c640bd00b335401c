// Runs the service with the data folder of its argument until it is killed. It starts faster than
// `npm start`, because it prepares no demonstration, and its functions share threads.
import { shareThreads } from '#kit/shared-threads.ts';
import { writePidFile } from '#lib/local/host/pid-file.ts';
import { startLocalService } from '#lib/local/service.ts';
import { readDefinition } from '#lib/local/service-definition.ts';
import { templateFile } from '#lib/paths.ts';

const [folder = ''] = process.argv.slice(2);
const service = await startLocalService({
  definition: readDefinition(templateFile),
  data: folder,
  ports: { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 },
  environment: { PROVIDER_GATEWAY: process.env.PROVIDER_GATEWAY ?? 'off' },
  createPool: shareThreads,
  log: console.log,
});
service.startSchedules();
service.startDelivery();
await writePidFile(folder, service.environment, new AsyncDisposableStack());
console.log('Ready in this process.');

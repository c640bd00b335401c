import { develop } from '#lib/start/develop.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => ending.abort());
await develop(process.argv.slice(2), ending.signal);

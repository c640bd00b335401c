import type { TestProject } from 'vitest/node';
import { buildService } from '../../lib/build/build.ts';
import { startLocalService } from '../../lib/local/service.ts';

/** What every test file is told of the one service that all of them share; each makes its own users. */
export interface SharedService {
  urls: { main: string; auth: string; diary: string; cdn: string };
  environment: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: SharedService;
  }
}

/** Starts the service as `npm start` does, on free ports and without data, and ends it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template } = await buildService();
  const lines: string[] = [];
  const { urls, environment, close } = await startLocalService({
    assembly: template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    log: (line) => lines.push(line),
  });
  project.provide('service', { urls, environment });
  return async () => {
    await close();
    const faults = lines.filter((line) => line.includes('"level":"error"'));
    if (faults.length > 0)
      console.error(`Faults that the functions logged:\n${faults.slice(0, 20).join('\n')}`);
  };
}

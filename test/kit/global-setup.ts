import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { buildService } from '#lib/build/build.ts';
import { startLocalService } from '#lib/local/service.ts';
import { getKeyAlias } from '#shared/encryption/key-alias.ts';
import { createFaultFinder } from './function-log.ts';

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

/**
 * Starts the service as `npm start` does, on free ports and without data, and ends it after the last test. With
 * `TARGET=<file>`, the outputs that `cdk deploy --outputs-file <file>` wrote, the tests run against that stack instead.
 */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const { TARGET } = process.env;
  if (TARGET) {
    project.provide('service', await deployedService(TARGET));
    return undefined;
  }
  const { template } = await buildService();
  const faults: string[] = [];
  const faultIn = await createFaultFinder();
  const { urls, environment, close } = await startLocalService({
    assembly: template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    log: (line) => {
      const fault = faultIn(line);
      if (fault !== undefined) faults.push(fault);
    },
  });
  project.provide('service', { urls, environment });
  return async () => {
    await close();
    if (faults.length > 0)
      throw new Error(`The functions logged faults of our own:\n${faults.slice(0, 20).join('\n')}`);
  };
}

async function deployedService(file: string): Promise<SharedService> {
  const { FitnessDataStack: outputs } = JSON.parse(await readFile(file, 'utf8'));
  const { MainUrl, AuthUrl, DiaryUrl, CdnUrl, TableName, Region } = outputs;
  return {
    urls: { main: MainUrl, auth: AuthUrl, diary: DiaryUrl, cdn: CdnUrl },
    environment: {
      TABLE_NAME: TableName,
      ENCRYPTION_KMS_KEY_ID: getKeyAlias(TableName),
      ...(Region && { AWS_REGION: Region }),
    },
  };
}

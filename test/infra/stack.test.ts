import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { listFunctionIds } from '#lib/endpoints.ts';
import { bundlesFolder, templateFile } from '#lib/paths.ts';
import { allHosts } from '#shared/contract/endpoint.ts';
import { extraTypeVariable } from '#shared/reference-data/connection-types.ts';
import { definitions, findDefinitionId, size, template } from './built-stack.ts';
import {
  findApiId,
  getDocument,
  listResources,
  type SynthesizedTemplate,
} from './template.ts';

/** Lists the resources that API Gateway creates for a path: one for each segment. */
function listAncestors(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

describe('the stack', () => {
  it('is well below the limit of 500 resources', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(450);
  });

  it('is well below the size limit of 1 MB', () => {
    expect(size).toBeLessThan(750_000);
  });

  it('has APIs with at most 300 resources, the limit of API Gateway', () => {
    for (const host of allHosts) {
      const { paths } = getDocument(template, findApiId(template, host));
      const resources = Object.keys(paths).flatMap(listAncestors);
      expect(new Set(resources).size).toBeLessThan(200);
    }
  });

  it('has no helper functions and no analytics of the CDK', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(
      types.filter((type) => /^Custom::|^AWS::CloudFormation::|^AWS::CDK::/.test(type)),
    ).toEqual([]);
  });

  it('outputs only addresses, stores, queues, keys, alarms, a log, region, release and an id', () => {
    expect(Object.keys(template.Outputs).sort()).toEqual([
      'AuthUrl',
      'CdnUrl',
      'ConsumerQueues',
      'DiaryUrl',
      'EncryptionKeyArn',
      'ImageBucketName',
      'MainUrl',
      'McpApiId',
      'McpUrl',
      'OperatorLogName',
      'Region',
      'Release',
      'RollbackAlarmArns',
      'SigningKeyArns',
      'TableName',
      'VariantBucketName',
    ]);
  });
});

it('the sample provider is in no environment and in no bundle of the stack', async () => {
  await requireService();
  expect(JSON.stringify(template)).not.toContain(extraTypeVariable);
  // The guides may explain how to try the sample provider.
  const ids = listFunctionIds(definitions).filter((id) => id !== 'main/documentation');
  expect(ids.length).toBeGreaterThan(50);
  const withProvider = ids.filter((id) =>
    /sample.?provider/i.test(readFileSync(join(bundlesFolder, id, 'index.js'), 'utf8')),
  );
  expect(withProvider).toEqual([]);
});

const readCode = (folder: string) => readFileSync(join(folder, 'index.js'), 'utf8');

it('the functions have the metadata that local tools need: path and bundle', async () => {
  await requireService();
  const built: SynthesizedTemplate = JSON.parse(readFileSync(templateFile, 'utf8'));
  for (const { id, Metadata } of listResources(built, 'AWS::Lambda::Function')) {
    expect(Metadata['aws:cdk:path']).toMatch(/^FitnessDataStack\/\w+\/Resource$/);
    const asset = Metadata['aws:asset:path'] ?? '';
    expect(asset).toMatch(/^asset\.[0-9a-f]{64}$/);
    const code = readCode(join(dirname(templateFile), asset));
    expect(code === readCode(join(bundlesFolder, `${findDefinitionId(id)}`)), id).toBe(
      true,
    );
  }
});

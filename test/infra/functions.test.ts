import { describe, expect, it } from 'vitest';
import authorizer from '../../functions/auth/authorizer/authorizer.ts';
import { discoverEndpoints } from '../../lib/catalogue.ts';
import { synthesizeStack } from './synthesis.ts';
import { resourcesOf } from './template.ts';

interface FunctionProperties {
  MemorySize: number;
  Timeout: number;
  Environment?: { Variables: Record<string, unknown> };
}

const catalogue = await discoverEndpoints();
const { template, bundleAt } = synthesizeStack(catalogue);
const functions = resourcesOf<FunctionProperties>(template, 'AWS::Lambda::Function');

const functionOf = (id: string) =>
  functions.find(({ Metadata }) => bundleAt(Metadata['aws:asset:path'] ?? '') === id);

const variables = { main: 'MAIN_URL', auth: 'AUTH_URL', diary: 'DIARY_URL', cdn: 'CDN_URL' };

describe.each([
  ...catalogue.map(({ id, endpoint: { memory = 512, timeout = 10, stores, addresses = [] } }) => ({
    id,
    needs: {
      memory,
      timeout,
      usesTable: (stores?.table ?? []).length > 0,
      usesImages: (stores?.objects ?? []).length > 0,
      addresses,
    },
  })),
  { id: 'auth/authorizer', needs: { ...authorizer, usesTable: true, usesImages: false, addresses: [] } },
])('the function of $id', ({ id, needs }) => {
  it('has the memory, the time and the environment that were declared, and no more', () => {
    const { Properties } = functionOf(id) ?? {};
    expect(Properties).toMatchObject({ MemorySize: needs.memory, Timeout: needs.timeout });
    expect(Object.keys(Properties?.Environment?.Variables ?? {}).sort()).toEqual(
      [
        ...(needs.usesTable ? ['TABLE_NAME'] : []),
        ...(needs.usesImages ? ['IMAGE_BUCKET_NAME'] : []),
        ...needs.addresses.map((address) => variables[address]),
      ].sort(),
    );
  });
});

describe('functions', () => {
  it('run the newest Node.js of Lambda on arm64 and share one log', () => {
    expect(functions).toHaveLength(catalogue.length + 1);
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.stringMatching(/^FunctionLog/) } },
      });
  });

  it('are found by local tools: children of the stack, with the path of their bundle', () => {
    for (const { Metadata } of functions) {
      expect(Metadata['aws:cdk:path']).toMatch(/^FitnessDataStack\/\w+\/Resource$/);
      expect(Metadata['aws:asset:path']).toMatch(/^asset\.[0-9a-f]{64}$/);
    }
  });
});

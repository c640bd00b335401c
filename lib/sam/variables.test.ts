import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { readStack, readTemplate } from '../local/template/stack.ts';
import { templateFile } from '../paths.ts';
import { buildSamTemplate, listSamFunctions } from './template.ts';
import { buildDeployedVariables, buildLocalVariables } from './variables.ts';

await requireService();
const stack = readStack(templateFile);
const functions = listSamFunctions(stack);

const template = readTemplate(templateFile);
const names = Object.keys(template.Outputs ?? {});
/** Outputs with the values that the local runner gives to the template's references. */
const outputs = Object.fromEntries(
  names.map((name) => [name, stack.findOutput(name) ?? '']),
);

const service = {
  pid: 1,
  environment: {
    TABLE_NAME: 'table',
    MAIN_URL: 'http://127.0.0.1:3000',
    DIARY_URL: 'http://127.0.0.1:3002',
    MCP_URL: 'http://127.0.0.1:3004',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.83.12.9:8000',
    AWS_ACCESS_KEY_ID: 'local',
    ENCRYPTION_KEY_FILE: '/data/encryption.key',
  },
};

/** The rules of time zones lie beside the code of each function. */
const timeZones = { ICU_TIMEZONE_FILES_DIR: '/var/task' };

it('gives every function of a deployed stack the values of its outputs', () => {
  const variables = buildDeployedVariables(functions, outputs);
  expect(Object.keys(variables)).toHaveLength(functions.length);
  const values = Object.values(variables).flatMap((functionVariables) =>
    Object.values(functionVariables),
  );
  expect(values.filter((value) => value === '')).toEqual([]);
  expect(variables.MainImageCreate).toEqual({
    TABLE_NAME: outputs.TableName,
    FILES_BUCKET_NAME: outputs.ImageBucketName,
    CDN_URL: outputs.CdnUrl,
    ...timeZones,
  });
  expect(variables.CdnIcon).toEqual(timeZones);
});

it('gives functions in containers the engines of this machine, and turns calls to providers off', () => {
  const variables = buildLocalVariables(functions, service, 'host.docker.internal');
  expect(variables.AuthTokenIntrospect).toEqual({
    TABLE_NAME: 'table',
    MAIN_URL: 'http://127.0.0.1:3000',
    DIARY_URL: 'http://127.0.0.1:3002',
    MCP_URL: 'http://127.0.0.1:3004',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://host.docker.internal:8000',
    AWS_ACCESS_KEY_ID: 'local',
    ENCRYPTION_KEY_FILE: '/data/encryption.key',
    PROVIDER_GATEWAY: 'off',
    ...timeZones,
  });
  expect(variables.ConnectionsRevocation).toMatchObject({
    ENCRYPTION_KMS_KEY_ID: '',
    PROVIDER_GATEWAY: 'off',
  });
});

it('gives every function in a container the variables that the template declares', () => {
  const variables = buildLocalVariables(functions, service, 'host.docker.internal');
  for (const { constructId, logicalId } of functions) {
    const { Environment } = template.Resources[logicalId]?.Properties ?? {};
    const declared = Object(Environment).Variables ?? {};
    const names = Object.keys(variables[constructId] ?? {});
    expect(names, constructId).toEqual(expect.arrayContaining(Object.keys(declared)));
  }
});

it('declares the variables in a copy of the template, with absolute paths of the code', () => {
  const variables = buildLocalVariables(functions, service, 'host.docker.internal');
  const copy = buildSamTemplate(template, dirname(templateFile), functions, variables);
  const listFunction = functions.find(
    ({ constructId }) => constructId === 'MainDataSourceList',
  );
  const resource = copy.Resources[listFunction?.logicalId ?? ''];
  expect(resource?.Properties?.Environment).toEqual({
    Variables: variables.MainDataSourceList,
  });
  expect(resource?.Metadata?.['aws:asset:path']).toMatch(/^\/.*\/cdk\.out\/asset\./);
  expect(Object.keys(copy.Resources)).toEqual(Object.keys(template.Resources));
});

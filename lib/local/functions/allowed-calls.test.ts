import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { announceKeyUse } from '#shared/encryption/key-use.ts';
import type { AllowedAction } from '../template/allowed-actions.ts';
import { runWithRole } from './allowed-calls.ts';

const { port, close } = await startLoopbackServer((_, response) => response.end());
afterAll(close);

const sdkHeaders = { 'amz-sdk-invocation-id': '1' };
const toTarget = (target: string) => ({ ...sdkHeaders, 'x-amz-target': target });

/** Sends a request. Returns its status, or the message of the error that it failed with. */
async function send(
  method: string,
  path: string,
  headers = {},
  body = '',
): Promise<unknown> {
  const sent = request({ port, method, path, headers, agent: false });
  sent.end(body);
  try {
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Returns whether a function with these permissions can do something, which returns the message of
 * the error that it fails with.
 */
async function isAllowed(
  allowedActions: readonly AllowedAction[],
  act: () => unknown,
): Promise<boolean> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const result = await runWithRole({ functionName: 'Reader', allowedActions }, act);
  const printed = write.mock.calls.map(([text]) => String(text).trimEnd());
  write.mockRestore();
  if (result === 200) return true;
  // It fails with the line that the function prints.
  expect(printed).toEqual([result]);
  expect(result).toMatch(/^The role of Reader does not allow \w+:\w+/);
  return false;
}

/** Returns whether a request of a function with the named permissions is sent. */
function isSent(
  permissions: string[],
  ...request: Parameters<typeof send>
): Promise<boolean> {
  const list = permissions.map((text) => {
    const [action = '', resource = ''] = text.split(' ');
    return { action, resource };
  });
  return isAllowed(list, () => send(...request));
}

const images = 'arn:aws:s3:::bucket/images/*';

describe('a call of a function', () => {
  it.each([
    ['dynamodb:GetItem', 'DynamoDB_20120810.GetItem'],
    ['dynamodb:BatchGetItem', 'DynamoDB_20120810.BatchGetItem'],
    ['dynamodb:Query', 'DynamoDB_20120810.Query'],
    ['sqs:SendMessage', 'AmazonSQS.SendMessageBatch'],
  ])('needs %s for %s', async (action, target) => {
    const call = ['POST', '/', toTarget(target), '{}'] as const;
    expect(await isSent([`${action} arn:aws:any`], ...call)).toBe(true);
    expect(await isSent(['dynamodb:Scan arn:aws:any'], ...call)).toBe(false);
  });

  it('is refused with the words that say what to declare', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValueOnce(true);
    const target = toTarget('DynamoDB_20120810.PutItem');
    const caller = { functionName: 'Reader', allowedActions: [] };
    expect(await runWithRole(caller, () => send('POST', '/', target, '{}'))).toBe(
      'The role of Reader does not allow dynamodb:PutItem. ' +
        'Declare `stores` with `put` of `table` in its endpoint, consumer or function.',
    );
  });

  it('needs the index for a query of it, and the table for all others', async () => {
    const target = toTarget('DynamoDB_20120810.Query');
    const ofIndex = ['POST', '/', target, '{"IndexName":"by_name"}'] as const;
    const ofTable = ['POST', '/', target, '{"TableName":"table"}'] as const;
    const table = 'dynamodb:Query arn:aws:dynamodb:::table/table';
    expect(await isSent([`${table}/index/by_name`], ...ofIndex)).toBe(true);
    expect(await isSent([`${table}/index/by_date`], ...ofIndex)).toBe(false);
    expect(await isSent([table], ...ofIndex)).toBe(false);
    expect(await isSent([`${table}/index/by_name`], ...ofTable)).toBe(false);
  });

  it('needs the right to make each change of a transaction', async () => {
    const changes = ['Put', 'Update', 'Delete', 'ConditionCheck'];
    const TransactItems = changes.map((kind) => ({ [kind]: { TableName: 'table' } }));
    const target = toTarget('DynamoDB_20120810.TransactWriteItems');
    const call = ['POST', '/', target, JSON.stringify({ TransactItems })] as const;
    const actions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
    const needed = actions.map((action) => `dynamodb:${action} arn:aws:any`);
    expect(await isSent(needed, ...call)).toBe(true);
    for (const missing of needed) {
      const others = needed.filter((permission) => permission !== missing);
      expect(await isSent(others, ...call)).toBe(false);
    }
  });

  it.each([
    ['s3:GetObject', 'GET', '/bucket/images/1'],
    ['s3:GetObject', 'HEAD', '/bucket/images/1'],
    ['s3:PutObject', 'PUT', '/bucket/images/1?partNumber=1&uploadId=2'],
    ['s3:PutObject', 'POST', '/bucket/images/a%20b?uploads'],
    ['s3:DeleteObject', 'DELETE', '/bucket/images/1'],
    ['s3:AbortMultipartUpload', 'DELETE', '/bucket/images/1?uploadId=2'],
    ['s3:ListMultipartUploadParts', 'GET', '/bucket/images/1?uploadId=2'],
    ['s3:ListBucket', 'GET', '/bucket?list-type=2&prefix=images%2Fw'],
  ])('needs %s for %s %s', async (action, method, path) => {
    const call = [method, path, sdkHeaders] as const;
    expect(await isSent([`${action} ${images}`], ...call)).toBe(true);
    expect(await isSent([`s3:Other ${images}`], ...call)).toBe(false);
    expect(await isSent([`${action} arn:aws:s3:::bucket/exports/*`], ...call)).toBe(
      false,
    );
    expect(await isSent([`${action} arn:aws:s3:::other/images/*`], ...call)).toBe(false);
  });

  it('needs the whole bucket to list uploads', async () => {
    const call = ['GET', '/bucket?uploads&prefix=images%2F', sdkHeaders] as const;
    const action = 's3:ListBucketMultipartUploads';
    expect(await isSent([`${action} arn:aws:s3:::bucket`], ...call)).toBe(true);
    expect(await isSent([`${action} ${images}`], ...call)).toBe(false);
  });

  it('needs no right to reach what is not of AWS', async () => {
    expect(await isSent([], 'GET', '/bucket/images/1')).toBe(true);
  });
});

describe('a use of the key', () => {
  const resource = 'arn:aws:kms:key';
  const context = { user_id: '1', type: 'polar' };
  const decrypt = () => {
    try {
      announceKeyUse('kms:Decrypt', context);
      return 200;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const isAllowedFor = (contextNames: string[] | undefined, action = 'kms:Decrypt') =>
    isAllowed([{ action, resource, contextNames }], decrypt);

  it('needs its action for contexts with exactly these names, in any order', async () => {
    expect(await isAllowedFor(['type', 'user_id'])).toBe(true);
    expect(await isAllowedFor(['user_id'])).toBe(false);
    expect(await isAllowedFor(['user_id', 'type', 'id'])).toBe(false);
    expect(await isAllowedFor(['user_id', 'type'], 'kms:GenerateDataKey')).toBe(false);
  });
});

it('limits only what a function calls', async () => {
  expect(await send('GET', '/bucket/images/1', sdkHeaders)).toBe(200);
  expect(() => announceKeyUse('kms:Decrypt', {})).not.toThrow();
});

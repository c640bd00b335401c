import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { AllowedAction } from '../template/allowed-actions.ts';
import type { FunctionData } from './invocation.ts';

/** A call of a store or a queue. */
interface StoreCall {
  /** The call is allowed if the role allows one of these actions. */
  actions: readonly string[];
  /** Undefined if only the body of the request names it. */
  resource?: string;
}

/** The IAM prefixes of services with a JSON protocol, by their prefix in `X-Amz-Target`. */
const jsonServices: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
};

/** The IAM actions of operations that have another name. */
const actionsOfOperations: Readonly<Record<string, readonly string[]>> = {
  // Only the body says which changes are in a transaction. The role must allow each.
  TransactWriteItems: ['PutItem', 'UpdateItem', 'DeleteItem'],
  SendMessageBatch: ['SendMessage'],
};

function describeJsonCall(target: string): StoreCall | undefined {
  const [prefix = '', operation = ''] = target.split('.');
  const service = jsonServices[prefix];
  if (service === undefined) return undefined;
  const names = actionsOfOperations[operation] ?? [operation];
  return { actions: names.map((name) => `${service}:${name}`) };
}

/** Returns the action of a request to an object, or to a bucket if there is no key. */
function findObjectAction(method: string, key: string, query: URLSearchParams): string {
  if (method === 'PUT' || method === 'POST') return 'PutObject';
  if (method === 'DELETE')
    return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  if (key === '')
    return query.has('uploads') ? 'ListBucketMultipartUploads' : 'ListBucket';
  return query.has('uploadId') ? 'ListMultipartUploadParts' : 'GetObject';
}

/** Describes a request to S3, whose path begins with the bucket. */
function describeObjectCall({ method, path }: ClientRequest): StoreCall {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, bucket = '', ...segments] = decodeURIComponent(pathname).split('/');
  const key = segments.join('/');
  const action = findObjectAction(method, key, searchParams);
  const within = action === 'ListBucket' ? (searchParams.get('prefix') ?? '') : key;
  const resource = `arn:aws:s3:::${bucket}${within === '' ? '' : `/${within}`}`;
  return { actions: [`s3:${action}`], resource };
}

/** Describes a request of an AWS SDK to a store or a queue. Other requests are undefined. */
function describeCall(request: ClientRequest): StoreCall | undefined {
  if (!request.hasHeader('amz-sdk-invocation-id')) return undefined;
  const target = request.getHeader('x-amz-target');
  return target === undefined
    ? describeObjectCall(request)
    : describeJsonCall(String(target));
}

const isWithin = (resource: string, pattern: string) =>
  pattern.endsWith('*')
    ? resource.startsWith(pattern.slice(0, -1))
    : resource === pattern;

function isAllowed(
  { actions, resource }: StoreCall,
  allowedActions: readonly AllowedAction[],
): boolean {
  return allowedActions.some(
    (permission) =>
      actions.includes(permission.action) &&
      (resource === undefined || isWithin(resource, permission.resource)),
  );
}

type Caller = Pick<FunctionData, 'functionName' | 'allowedActions'>;

/** The function that runs. */
const callers = new AsyncLocalStorage<Caller>();

/** Fails a request of a function that its role does not allow, which AWS would answer with 403. */
subscribe('http.client.request.created', (message) => {
  const caller = callers.getStore();
  if (!caller) return;
  const { request } = message as { request: ClientRequest };
  const call = describeCall(request);
  if (!call || isAllowed(call, caller.allowedActions)) return;
  const { actions, resource } = call;
  const what = [actions.join(' or '), ...(resource ? [resource] : [])].join(' on ');
  const text = `The role of ${caller.functionName} does not allow ${what}.`;
  process.stderr.write(`${text}\n`);
  request.destroy(new Error(text));
});

/**
 * Runs a function with its role: calls of the table, the buckets and the queues that the role does
 * not allow fail, as they would in AWS.
 */
export function runWithRole<Result>(caller: Caller, run: () => Result): Result {
  return callers.run(caller, run);
}

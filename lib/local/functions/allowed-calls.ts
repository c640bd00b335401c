import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { type KeyUse, keyUseChannel } from '#shared/encryption/key-use.ts';
import {
  bucketActions,
  objectActions,
  tableActions,
} from '../../deployment/store-actions.ts';
import type { AllowedAction } from '../template/allowed-actions.ts';
import type { FunctionData } from './invocation.ts';

/** What a call of a store or a queue, or a use of the key, needs of the role. */
interface Need {
  action: string;
  /** Returns whether a resource of the role, an ARN that may end with `*`, is the called one. */
  isFor: (resource: string, allowed: AllowedAction) => boolean;
  /** Names the resource for people, if the request does. */
  on?: string;
}

/** The actions of the changes of a transaction. */
const changeActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Matches the kind of a change of a transaction, a member of the body. */
const changeKind = new RegExp(`"(${Object.keys(changeActions).join('|')})":\\{`, 'g');

const isTable = (resource: string) => !resource.includes('/index/');

/** Returns what a query needs: the table, or the index that it names. */
function toQueryNeed(body: string): Need {
  const action = 'dynamodb:Query';
  const [, index] = /"IndexName":"([^"]*)"/.exec(body) ?? [];
  if (index === undefined) return { action, isFor: isTable };
  const isFor = (resource: string) => resource.endsWith(`/index/${index}`);
  return { action, isFor, on: `the index ${index}` };
}

/** Lists what an operation on the table needs. A transaction needs the action of each change. */
function listTableNeeds(operation: string, body: string): Need[] {
  if (operation === 'Query') return [toQueryNeed(body)];
  const names =
    operation === 'TransactWriteItems'
      ? [...body.matchAll(changeKind)].map(([, kind = '']) => changeActions[kind])
      : [operation];
  return names.map((name) => ({ action: `dynamodb:${name}`, isFor: isTable }));
}

/** Lists the needs of a request whose `X-Amz-Target` is e.g. `DynamoDB_20120810.GetItem`. */
function listJsonNeeds(target: string, body: string): Need[] {
  const [service = '', operation = ''] = target.split('.');
  if (service === 'DynamoDB_20120810') return listTableNeeds(operation, body);
  if (service !== 'AmazonSQS') return [];
  return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, isFor: () => true }];
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

/** Returns whether an ARN is that of a role's resource, which may end with `*`. */
const isWithin = (arn: string, resource: string) =>
  resource.endsWith('*') ? arn.startsWith(resource.slice(0, -1)) : arn === resource;

/** Returns what a request to S3 needs. Its path begins with the bucket. */
function toObjectNeed({ method, path }: ClientRequest): Need {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, bucket = '', ...segments] = decodeURIComponent(pathname).split('/');
  const key = segments.join('/');
  const action = findObjectAction(method, key, searchParams);
  const within = action === 'ListBucket' ? (searchParams.get('prefix') ?? '') : key;
  const on = `arn:aws:s3:::${bucket}${within === '' ? '' : `/${within}`}`;
  const isFor = (resource: string) => isWithin(on, resource);
  return { action: `s3:${action}`, isFor, on };
}

type Caller = Pick<FunctionData, 'functionName' | 'allowedActions'>;

/** Returns what a use of the key needs: the right for contexts with exactly these names. */
function toKeyNeed({ action, names }: KeyUse): Need {
  const wanted = names.toSorted().join();
  const isFor = (_: string, { contextNames = [] }: AllowedAction) =>
    contextNames.toSorted().join() === wanted;
  return { action, isFor, on: `the key for ${wanted}` };
}

/** The operations of `stores` with the actions that they allow. */
const operations = [tableActions, objectActions, bucketActions].flatMap((actions) =>
  Object.entries<string>(actions),
);

/** Says what a function declares to be allowed an action. */
function advise(action: string): string {
  const [operation] = operations.find(([, allowed]) => allowed === action) ?? [];
  const store = action.startsWith('dynamodb:') ? '`table`' : 'the bucket';
  const declared = operation ? `\`stores\` with \`${operation}\` of ${store}` : 'it';
  return `Declare ${declared} in its endpoint, consumer or function.`;
}

/** Returns the error of a call that needs what the role does not allow, and prints it. */
function findDenial(
  needs: readonly Need[],
  { functionName, allowedActions }: Caller,
): Error | undefined {
  const denied = needs.find(
    ({ action, isFor }) =>
      !allowedActions.some(
        (allowed) => allowed.action === action && isFor(allowed.resource, allowed),
      ),
  );
  if (!denied) return undefined;
  const what = [denied.action, denied.on].filter(Boolean).join(' on ');
  const text = `The role of ${functionName} does not allow ${what}. ${advise(denied.action)}`;
  process.stderr.write(`${text}\n`);
  return new Error(text);
}

/** Fails a request if the role does not allow what it needs. AWS would respond with 403. */
function failIfDenied(
  request: ClientRequest,
  needs: readonly Need[],
  caller: Caller,
): void {
  const denial = findDenial(needs, caller);
  if (denial) request.destroy(denial);
}

/** The function that runs. */
const callers = new AsyncLocalStorage<Caller>();

subscribe('http.client.request.created', (message) => {
  const caller = callers.getStore();
  if (!caller) return;
  const { request } = message as { request: ClientRequest };
  // Only the SDK sends this header.
  if (!request.hasHeader('amz-sdk-invocation-id')) return;
  const target = request.getHeader('x-amz-target');
  if (target === undefined) {
    failIfDenied(request, [toObjectNeed(request)], caller);
    return;
  }
  // The SDK sends a JSON body at once.
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
  request.end = (...args: unknown[]) => {
    failIfDenied(request, listJsonNeeds(String(target), String(args[0])), caller);
    return end(...args);
  };
});

subscribe(keyUseChannel, (message) => {
  const caller = callers.getStore();
  const use = message as KeyUse;
  const denial = caller && findDenial([toKeyNeed(use)], caller);
  if (denial) use.refusal = denial;
});

/**
 * Runs a function with its role: calls of the table, the buckets and the queues, and uses of the
 * key, that the role does not allow fail, as they would in AWS.
 */
export function runWithRole<Result>(caller: Caller, run: () => Result): Result {
  return callers.run(caller, run);
}

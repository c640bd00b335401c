import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { vi } from 'vitest';
import * as removeConnection from '#functions/connections/connection/delete/handler.ts';
import * as readConnection from '#functions/connections/connection/read/handler.ts';
import * as createEntries from '#functions/diary/entry/create/handler.ts';
import * as deleteEntry from '#functions/diary/entry/delete/handler.ts';
import * as listEntries from '#functions/diary/entry/list/handler.ts';
import * as readEntry from '#functions/diary/entry/read/handler.ts';
import * as updateEntry from '#functions/diary/entry/update/handler.ts';
import * as createSource from '#functions/main/data-source/create/handler.ts';
import * as listSources from '#functions/main/data-source/list/handler.ts';
import * as setPriority from '#functions/main/data-source/priority/create/handler.ts';
import * as listPriorities from '#functions/main/data-source/priority/list/handler.ts';
import * as readSource from '#functions/main/data-source/read/handler.ts';
import * as updateSource from '#functions/main/data-source/update/handler.ts';
import type { DataSourceBody, DataSourceList } from '#kit/data-sources.ts';
import type { DiaryItem } from '#kit/diary.ts';
import type { LambdaHandler } from '#shared/http/serve.ts';

/** The response of a function that was invoked without the gateway. */
export interface InvocationResponse<Body = DiaryItem & { items: DiaryItem[] }> {
  status: number;
  body: Body;
}

interface FunctionRequest {
  version: 'v2' | 'v7.1';
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

/** Gives functions a long time limit, because these tests do not test it. */
const context = { getRemainingTimeInMillis: () => 600_000 } as Context;

let latestTime = 0;

/**
 * Returns the time of the next request. It is later than that of every earlier request, because ids
 * of the same millisecond sort in any order.
 */
function getRequestTime(): number {
  latestTime = Math.max(Date.now(), latestTime + 1);
  return latestTime;
}

/** Invokes a function as the gateway does for the token of a user. */
async function invoke<Body>(
  handler: LambdaHandler,
  user_id: string,
  { version, id, query = {}, headers = {}, json }: FunctionRequest,
): Promise<InvocationResponse<Body>> {
  const identity = { 'svc-client-id': 'test', 'svc-user-id': user_id };
  const { statusCode, body } = await handler(
    {
      resource: '/{version}/resource',
      pathParameters: { version, ...(id !== undefined && { id }) },
      multiValueHeaders: toLists({
        'Content-Type': 'application/json',
        ...identity,
        ...headers,
      }),
      multiValueQueryStringParameters: toLists(query),
      requestContext: {
        authorizer: {
          sub: user_id,
          client_id: 'test',
          origin_jti: 'test',
          token_use: 'user',
          scope: 'read',
        },
        requestTimeEpoch: getRequestTime(),
      },
      body: json === undefined ? null : JSON.stringify(json),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEvent,
    context,
  );
  return { status: statusCode, body: body ? JSON.parse(body) : undefined };
}

/** Returns headers or parameters as events have them, each with a list of values. */
function toLists(values: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value]]),
  );
}

/** Discards the log lines of functions that run in this process. */
export function discardLog(): void {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
}

/** The requests of a user to the diary, without the gateway. */
export interface DiaryFunctions {
  post(
    items: readonly unknown[],
    headers?: Record<string, string>,
  ): Promise<InvocationResponse>;
  /** Lists a day with all members. Defaults to all types. */
  listDay(entry_date: string, types?: string): Promise<DiaryItem[]>;
  read(id: string): Promise<InvocationResponse>;
  change(id: string, members: unknown): Promise<InvocationResponse>;
  remove(id: string): Promise<InvocationResponse>;
}

/** Opens the diary of a user in this process, for tests of many requests. */
export function openDiaryInProcess(user_id: string): DiaryFunctions {
  type Request = Omit<FunctionRequest, 'version'>;
  const call = (handler: LambdaHandler, request: Request) =>
    invoke<InvocationResponse['body']>(handler, user_id, { version: 'v2', ...request });
  return {
    post: (items, headers = {}) =>
      call(createEntries.handler, { json: { items }, headers }),
    listDay: async (entry_date, types = 'diary_meal,exercise,food_entry') => {
      const query = { entry_date, types, 'fields[]': 'all' };
      return (await call(listEntries.handler, { query })).body.items;
    },
    read: (id) => call(readEntry.handler, { id }),
    change: (id, json) => call(updateEntry.handler, { id, json }),
    remove: (id) => call(deleteEntry.handler, { id }),
  };
}

/** The requests of a user to the main API, without the gateway. */
export interface MainFunctions {
  createSource(
    json: unknown,
    headers?: Record<string, string>,
  ): Promise<InvocationResponse<DataSourceBody>>;
  readSource(id: string): Promise<InvocationResponse<DataSourceBody>>;
  listSources(): Promise<InvocationResponse<DataSourceList>>;
  changeSource(id: string, json: unknown): Promise<InvocationResponse<DataSourceBody>>;
  setPriority(json: unknown): Promise<InvocationResponse<unknown>>;
  listPriorities(): Promise<InvocationResponse<{ total_count: number }>>;
  readConnection(id: string): Promise<InvocationResponse<unknown>>;
  removeConnection(id: string): Promise<InvocationResponse<unknown>>;
}

/** Opens the main API for a user in this process. */
export function openMainInProcess(user_id: string): MainFunctions {
  type Request = Omit<FunctionRequest, 'version'>;
  const call = <Body>(handler: LambdaHandler, request: Request = {}) =>
    invoke<Body>(handler, user_id, { version: 'v7.1', ...request });
  return {
    createSource: (json, headers = {}) => call(createSource.handler, { json, headers }),
    readSource: (id) => call(readSource.handler, { id }),
    listSources: () => call(listSources.handler),
    changeSource: (id, json) => call(updateSource.handler, { id, json }),
    setPriority: (json) => call(setPriority.handler, { json }),
    listPriorities: () => call(listPriorities.handler),
    readConnection: (id) => call(readConnection.handler, { id }),
    removeConnection: (id) => call(removeConnection.handler, { id }),
  };
}

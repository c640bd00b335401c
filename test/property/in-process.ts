import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { vi } from 'vitest';
import type { DiaryItem } from '#kit/diary.ts';
import type { LambdaHandler } from '#shared/http/serve.ts';

/** An answer of a function that was called without the gateway. */
export interface FunctionAnswer {
  status: number;
  body: DiaryItem & { items: DiaryItem[] };
}

interface FunctionRequest {
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

/** The time limit of a function is no part of these tests, and a busy machine must not reach it. */
const context = { getRemainingTimeInMillis: () => 600_000 } as Context;

/** Calls a function of the diary as the gateway does for a user's token. */
async function invoke(
  handler: LambdaHandler,
  user_id: string,
  { id, query = {}, headers = {}, json }: FunctionRequest,
): Promise<FunctionAnswer> {
  const identity = { 'svc-client-id': 'test', 'svc-user-id': user_id };
  const { statusCode, body } = await handler(
    {
      resource: '/{version}/diary',
      pathParameters: { version: 'v2', ...(id !== undefined && { id }) },
      headers: { 'Content-Type': 'application/json', ...identity, ...headers },
      multiValueQueryStringParameters: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, [value]]),
      ),
      requestContext: {
        authorizer: { sub: user_id, client_id: 'test', token_use: 'user', scope: 'read' },
        requestTimeEpoch: Date.now(),
      },
      body: json === undefined ? null : JSON.stringify(json),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEvent,
    context,
  );
  return { status: statusCode, body: body ? JSON.parse(body) : undefined };
}

/** What a person can do with their diary, without the gateway. */
export interface DiaryFunctions {
  post(
    items: readonly unknown[],
    headers?: Record<string, string>,
  ): Promise<FunctionAnswer>;
  /** A day with all its members, of all types by default. */
  day(entry_date: string, types?: string): Promise<DiaryItem[]>;
  change(id: string, members: unknown): Promise<FunctionAnswer>;
  remove(id: string): Promise<FunctionAnswer>;
}

/**
 * The functions of the diary in this process, for tests of many requests. They are loaded here,
 * after a test has said in the environment where the store is, and their log lines are swallowed.
 */
export async function loadDiary(): Promise<(user_id: string) => DiaryFunctions> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const [create, list, update, remove] = await Promise.all([
    import('#functions/diary/entry/create/handler.ts'),
    import('#functions/diary/entry/list/handler.ts'),
    import('#functions/diary/entry/update/handler.ts'),
    import('#functions/diary/entry/delete/handler.ts'),
  ]);
  return (user_id) => ({
    post: (items, headers = {}) =>
      invoke(create.handler, user_id, { json: { items }, headers }),
    day: async (entry_date, types = 'diary_meal,exercise,food_entry') => {
      const query = { entry_date, types, 'fields[]': 'all' };
      return (await invoke(list.handler, user_id, { query })).body.items;
    },
    change: (id, json) => invoke(update.handler, user_id, { id, json }),
    remove: (id) => invoke(remove.handler, user_id, { id }),
  });
}

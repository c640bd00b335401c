import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { vi } from 'vitest';
import type { DiaryItem } from '#kit/diary.ts';
import type { LambdaHandler } from '#shared/http/serve.ts';

/** The response of a function that was invoked without the gateway. */
export interface InvocationResponse {
  status: number;
  body: DiaryItem & { items: DiaryItem[] };
}

interface FunctionRequest {
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

/** Gives functions a long time limit, because these tests do not test it. */
const context = { getRemainingTimeInMillis: () => 600_000 } as Context;

/** Invokes a function of the diary as the gateway does for the token of a user. */
async function invoke(
  handler: LambdaHandler,
  user_id: string,
  { id, query = {}, headers = {}, json }: FunctionRequest,
): Promise<InvocationResponse> {
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

/** The requests of a user to the diary, without the gateway. */
export interface DiaryFunctions {
  post(
    items: readonly unknown[],
    headers?: Record<string, string>,
  ): Promise<InvocationResponse>;
  /** Lists a day with all members. Defaults to all types. */
  listDay(entry_date: string, types?: string): Promise<DiaryItem[]>;
  change(id: string, members: unknown): Promise<InvocationResponse>;
  remove(id: string): Promise<InvocationResponse>;
}

/**
 * Loads the functions of the diary into this process, for tests of many requests. Discards their
 * log lines. The environment must name the store already.
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
    listDay: async (entry_date, types = 'diary_meal,exercise,food_entry') => {
      const query = { entry_date, types, 'fields[]': 'all' };
      return (await invoke(list.handler, user_id, { query })).body.items;
    },
    change: (id, json) => invoke(update.handler, user_id, { id, json }),
    remove: (id) => invoke(remove.handler, user_id, { id }),
  });
}

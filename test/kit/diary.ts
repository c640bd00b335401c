import { newId } from '#shared/runtime/ids.ts';
import { call } from './call.ts';
import { getIdentityHeaders, issueUserToken, newClient } from './fixtures.ts';
import type { TestResponse } from './send.ts';

/** An item of the diary as a client sees it. */
export type DiaryItem = Record<string, unknown> & { id: string; type: string; date: string };
export type DiaryItemsResponse = TestResponse<{ items: DiaryItem[] }>;

/** The body of a refusal (decision Y2). */
export interface DiaryErrorBody {
  error: string;
  error_description: string;
  error_details?: Record<string, unknown> & { items?: Record<string, unknown>[] };
}

/** A person with a diary, and what they can do with it. */
export interface DiaryUser {
  user_id: string;
  token: string;
  post(items: readonly unknown[], headers?: Record<string, string>): Promise<DiaryItemsResponse>;
  /** Posts one item, which must be accepted, and answers its entry. */
  add(item: unknown): Promise<DiaryItem>;
  /** A day with all its members; `query` begins with an ampersand. */
  day(date: string, query?: string): Promise<DiaryItem[]>;
  get(query: string): Promise<DiaryItemsResponse>;
  read(id: string): Promise<TestResponse<DiaryItem>>;
  change(id: string, members: unknown): Promise<TestResponse<DiaryItem>>;
  remove(id: string): Promise<TestResponse>;
}

const host = 'diary';

/** What the holder of a token can do with their diary. */
export function openDiary(token: string): DiaryUser {
  const get = (query: string): Promise<DiaryItemsResponse> =>
    call('GET', `/v2/diary${query}`, { host, token });
  const post = (
    items: readonly unknown[],
    headers: Record<string, string> = {},
  ): Promise<DiaryItemsResponse> =>
    call('POST', '/v2/diary', { host, token, headers, json: { items } });
  return {
    user_id: getIdentityHeaders(token)['svc-user-id'] ?? '',
    token,
    get,
    post,
    async add(item) {
      const { body, text } = await post([item]);
      const [entry] = body.items ?? [];
      if (!entry) throw new Error(`This item was refused: ${text}`);
      return entry;
    },
    day: async (date, query = '') =>
      (await get(`?entry_date=${date}&fields%5B%5D=all${query}`)).body.items,
    read: (id) => call('GET', `/v2/diary/${id}`, { host, token }),
    change: (id, json) => call('PATCH', `/v2/diary/${id}`, { host, token, json }),
    remove: (id) => call('DELETE', `/v2/diary/${id}`, { host, token }),
  };
}

let application: ReturnType<typeof newClient> | undefined;

/** The diary of a person whom nobody else's test knows. They cannot sign in, which a diary does not need. */
export async function newDiary(): Promise<DiaryUser> {
  application ??= newClient();
  const user_id = newId(new Date());
  return openDiary(await issueUserToken({ user_id, username: user_id }, await application));
}

/** A refusal's body, whatever was asked. */
export const getDiaryError = ({ body }: TestResponse) => body as DiaryErrorBody;

/** An exercise entry that is accepted. */
export const run = {
  type: 'exercise',
  date: '2026-11-20',
  exercise: { id: '134026256871277' },
  start_time: '2026-11-20T09:00:00-08:00',
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

/** A food entry that is accepted. */
export const porridge = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Breakfast',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 2,
  nutritional_contents: { energy: { unit: 'calories', value: 150 }, protein: 5.1, fat: 3 },
};

import { call } from './call.ts';
import { getIdentityHeaders, newUserToken } from './fixtures.ts';
import type { TestResponse } from './send.ts';

/** An item of the diary in a response. */
export type DiaryItem = Record<string, unknown> & {
  id: string;
  type: string;
  date: string;
};
export type DiaryItemsResponse = TestResponse<{ items: DiaryItem[] }>;

/** The body of an error response of the diary. */
export interface DiaryErrorBody {
  error: string;
  error_description: string;
  error_details?: Record<string, unknown> & { items?: Record<string, unknown>[] };
}

/** A user with a diary, and the requests of that user. */
export interface DiaryUser {
  user_id: string;
  token: string;
  post(
    items: readonly unknown[],
    headers?: Record<string, string>,
  ): Promise<DiaryItemsResponse>;
  /** Creates one item and returns its entry. Throws if the service rejects it. */
  add(item: unknown): Promise<DiaryItem>;
  /** Lists a day with all members, by default of all types. `query` starts with an ampersand. */
  listDay(date: string, query?: string): Promise<DiaryItem[]>;
  get(query: string): Promise<DiaryItemsResponse>;
  read(id: string): Promise<TestResponse<DiaryItem>>;
  change(id: string, members: unknown): Promise<TestResponse<DiaryItem>>;
  remove(id: string): Promise<TestResponse>;
}

const host = 'diary';

/** Returns functions that send requests to the diary with a user's token. */
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
      if (!entry) throw new Error(`The diary refused this item: ${text}`);
      return entry;
    },
    async listDay(date, query = '&types=diary_meal,exercise,food_entry') {
      const { body } = await get(`?entry_date=${date}&fields%5B%5D=all${query}`);
      return body.items;
    },
    read: (id) => call('GET', `/v2/diary/${id}`, { host, token }),
    change: (id, json) => call('PATCH', `/v2/diary/${id}`, { host, token, json }),
    remove: (id) => call('DELETE', `/v2/diary/${id}`, { host, token }),
  };
}

/** Creates a user with an empty diary. */
export async function newDiary(): Promise<DiaryUser> {
  return openDiary(await newUserToken());
}

export const getDiaryError = ({ body }: TestResponse) => body as DiaryErrorBody;

/** A valid exercise entry. */
export const run = {
  type: 'exercise',
  date: '2026-11-20',
  exercise: { id: '134026256871277' },
  start_time: '2026-11-20T09:00:00-08:00',
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

/** A valid food entry. */
export const porridge = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Breakfast',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 2,
  nutritional_contents: {
    energy: { unit: 'calories', value: 150 },
    protein: 5.1,
    fat: 3,
  },
};

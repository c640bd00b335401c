import { callHandlerAs } from '#kit/call-handler.ts';
import type { DataSourceBody, DataSourceList } from '#kit/data-sources.ts';
import type { DiaryItem } from '#kit/diary.ts';
import type { SendOptions, TestResponse } from '#kit/send.ts';

/** The response to a request to the diary. */
export type DiaryResponse = TestResponse<DiaryItem & { items: DiaryItem[] }>;

/** The requests of a user to the diary. */
export interface DiaryFunctions {
  post(
    items: readonly unknown[],
    headers?: Record<string, string>,
  ): Promise<DiaryResponse>;
  /** Lists a day with all members. Defaults to all types. */
  listDay(entry_date: string, types?: string): Promise<DiaryItem[]>;
  read(id: string): Promise<DiaryResponse>;
  change(id: string, members: unknown): Promise<DiaryResponse>;
  remove(id: string): Promise<DiaryResponse>;
}

/**
 * Opens the diary of a user in this process, for tests of many requests. `log` receives the lines
 * of its functions. The caller may not see the data of some types, by default of none.
 */
export function openDiaryInProcess(
  user_id: string,
  log?: (line: string) => void,
  hiddenTypes?: readonly string[],
): DiaryFunctions {
  const send = callHandlerAs(user_id, log, hiddenTypes);
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options: SendOptions = {},
  ) =>
    send<DiaryResponse['body']>(method, `/v2/diary${path}`, {
      host: 'diary',
      ...options,
    });
  return {
    post: (items, headers = {}) => call('POST', '', { json: { items }, headers }),
    listDay: async (entry_date, types = 'diary_meal,exercise,food_entry') => {
      const query = new URLSearchParams({ entry_date, types, 'fields[]': 'all' });
      return (await call('GET', `?${query}`)).body.items;
    },
    read: (id) => call('GET', `/${id}`),
    change: (id, json) => call('PATCH', `/${id}`, { json }),
    remove: (id) => call('DELETE', `/${id}`),
  };
}

/** Opens the main API for a user in this process. */
export function openMainInProcess(user_id: string) {
  const send = callHandlerAs(user_id);
  const sources = '/v7.1/data_source/';
  const priorities = '/v7.1/data_source_priority/';
  const connections = '/v7.1/remoteconnection/';
  return {
    createSource: (json: unknown, headers: Record<string, string> = {}) =>
      send<DataSourceBody>('POST', sources, { json, headers }),
    listSources: () => send<DataSourceList>('GET', sources),
    readSource: (id: string) => send<DataSourceBody>('GET', `${sources}${id}/`),
    changeSource: (id: string, json: unknown) =>
      send<DataSourceBody>('PUT', `${sources}${id}/`, { json }),
    setPriority: (json: unknown) => send('POST', priorities, { json }),
    listPriorities: () => send<{ total_count: number }>('GET', priorities),
    readConnection: (id: string) => send('GET', `${connections}${id}/`),
    removeConnection: (id: string) => send('DELETE', `${connections}${id}/`),
  };
}

/** The requests of a user to the main API. */
export type MainFunctions = ReturnType<typeof openMainInProcess>;

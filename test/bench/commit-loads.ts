import { listDates } from '#functions/diary/entry/dates.ts';
import { watch } from '#kit/data-sources.ts';
import type { Callers, CallingPerson } from './add-callers.ts';
import type { LoadRequest } from './load/load.ts';
import type { CommitService } from './serve-commit.ts';
import { listedItems } from './service-under-bench.ts';

/** How many persons send requests, and whether these are limited. */
export interface Mode {
  title: string;
  isLimited: boolean;
  /** The number of requests of a person before the next one sends some. */
  inTurn: number;
  loads: readonly LoadName[];
}

export type LoadName = 'list' | 'token' | 'POST /diary' | 'create a data source';

/** The commits are measured at once, and a person may send 200 requests in 15 minutes. */
export const modes: readonly Mode[] = [
  {
    title: 'as npm start',
    isLimited: false,
    inTurn: 1,
    loads: ['list', 'token', 'POST /diary', 'create a data source'],
  },
  {
    title: 'limits, one person',
    isLimited: true,
    inTurn: 100,
    loads: ['list', 'POST /diary', 'create a data source'],
  },
  {
    title: 'limits, fifty persons',
    isLimited: true,
    inTurn: 1,
    loads: ['list', 'POST /diary', 'create a data source'],
  },
];

const days = listDates({ first: '2017-01-01', last: '2025-12-31' });

/** Builds the request that a person sends to a load at some place of it. */
function buildPersonRequest(
  load: LoadName,
  { urls }: CommitService,
  { client: { client_id } }: Callers,
  { user_id, token }: CallingPerson,
  index: number,
): LoadRequest {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'svc-client-id': client_id,
    'svc-user-id': user_id,
  };
  const list = { url: `${urls.main}/v7.1/data_source/`, headers };
  if (load === 'list') return { ...list, method: 'GET', body: undefined };
  if (load === 'create a data source') {
    const body = JSON.stringify({ _embedded: { device: [watch] } });
    return { ...list, method: 'POST', body };
  }
  const exercise = {
    type: 'exercise',
    date: days[index % days.length],
    exercise: { id: '1' },
    duration: 1800,
    energy: { unit: 'calories', value: 254.5 },
  };
  const body = JSON.stringify({ items: [exercise] });
  return { url: `${urls.diary}/v2/diary`, method: 'POST', headers, body };
}

function buildTokenRequest(
  { urls }: CommitService,
  { client: { client_id, client_secret } }: Callers,
): LoadRequest {
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  return {
    url: `${urls.main}/v7.1/oauth2/access_token/`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams(grant)}`,
  };
}

/** Builds the requests of a load for a service, of persons who have sent none yet. */
export async function buildLoad(
  load: LoadName,
  { isLimited, inTurn }: Mode,
  service: CommitService,
): Promise<readonly LoadRequest[]> {
  const callers = await service.addCallers(inTurn === 1 ? 50 : 60, isLimited);
  if (load === 'token') return [buildTokenRequest(service, callers)];

  const { persons } = callers;
  if (load === 'list')
    for (const person of persons)
      for (let i = 0; i < listedItems; i++) {
        const { url, ...request } = buildPersonRequest(
          'create a data source',
          service,
          callers,
          person,
          0,
        );
        await fetch(url, request as RequestInit);
      }
  // Each person has enough requests for a whole load, so that the days of the diary differ.
  const count = 100 * persons.length;
  return Array.from({ length: count }, (_, index) => {
    const person = persons[Math.floor(index / inTurn) % persons.length];
    if (!person) throw new Error('There are no persons.');
    return buildPersonRequest(load, service, callers, person, index);
  });
}

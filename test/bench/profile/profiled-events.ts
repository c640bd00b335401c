import { addDays } from '#functions/diary/entry/dates.ts';
import { newUser, type TestUser } from '#kit/fixtures.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import {
  type BenchRequest,
  buildAuthorizerEvent,
  buildBenchmarkEvent,
  buildRequest,
} from '../events.ts';
import type { Bench } from '../service-under-bench.ts';

/** So many days of a diary that none reaches its limit. */
const dayCount = 300;

/** The number of users that create data sources. Each can have 500. */
const userCount = 20;

/** A request, and the user who sends it. */
export interface ProfiledRequest extends BenchRequest {
  user: TestUser;
}

/** The body of a request to the diary. */
interface DiaryBody {
  items: object[];
}

/** Spreads the entries of a diary request over days, one request for each. */
function spreadOverDays(request: BenchRequest): BenchRequest[] {
  const { items } = request.json as DiaryBody;
  return Array.from({ length: dayCount }, (_, day) => ({
    ...request,
    json: { items: items.map((item) => ({ ...item, date: addDays('2000-01-01', day) })) },
  }));
}

/** Builds the requests that a profile sends in turn. */
export async function buildProfiledRequests(
  entry: EndpointEntry,
  bench: Bench,
): Promise<ProfiledRequest[]> {
  const request = await buildRequest(entry, bench);
  if (entry.id === 'main/data-source/create') {
    const users = await Promise.all(Array.from({ length: userCount }, () => newUser()));
    return users.map((user) => ({ ...request, user }));
  }

  const { user } = bench;
  const isDiary = entry.id === 'diary/entry/create';
  const requests = isDiary ? spreadOverDays(request) : [request];
  return requests.map((one) => ({ ...one, user }));
}

/** Builds the events of a function. Throws if it is neither an endpoint nor the authorizer. */
export async function buildProfiledEvents(
  id: string,
  entry: EndpointEntry | undefined,
  bench: Bench,
): Promise<unknown[]> {
  if (entry) {
    const requests = await buildProfiledRequests(entry, bench);
    const events = requests.map((request) =>
      buildBenchmarkEvent(entry.endpoint, { ...bench, user: request.user }, request),
    );
    return Promise.all(events);
  }
  if (id === 'auth/authorizer') return [await buildAuthorizerEvent(bench)];
  throw new Error(
    `${id} cannot be profiled: it is neither an endpoint nor the authorizer.`,
  );
}

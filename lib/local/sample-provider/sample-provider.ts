import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  createSampleGrants,
  type SampleClaims,
  type SampleGrants,
} from './sample-grants.ts';
import { listSampleNights } from './sample-nights.ts';
import { renderSamplePage } from './sample-page.ts';
import { listSampleWorkouts } from './sample-workouts.ts';

/** The signing key, the only client and the clock of the sample provider. */
interface SampleProviderOptions {
  /** Signs codes and tokens. They survive a restart if the key stays the same. */
  key: string;
  client: { client_id: string; client_secret: string };
  /** Returns the only redirect URI of the client. */
  getRedirectUri: () => string;
  /** Returns milliseconds since 1970. */
  now: () => number;
}

interface SampleRequest {
  method: string;
  url: URL;
  header(name: string): string | undefined;
  form: URLSearchParams;
}

interface SampleResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type SampleRoute = (request: SampleRequest) => SampleResponse;

/** A route that needs an access token, whose claims it gets. */
type DataRoute = (request: SampleRequest, claims: SampleClaims) => SampleResponse;

/** The path of WHOOP's API: outgoing calls send the host of a provider as the first segment. */
const api = '/api.prod.whoop.com';
const workoutPath = `${api}/developer/v2/activity/workout`;
/** The page sizes of WHOOP's API. */
const defaultPageSize = 10;
const maxPageSize = 25;
const fullScope = 'offline read:workout read:profile read:sleep read:recovery';
const scopeWithoutWorkouts = 'offline read:profile';

/**
 * Creates the server of the sample provider: WHOOP's API below `/api.prod.whoop.com`, with a
 * sign-in page of its own and a year of made-up workouts and nights for every name.
 */
export function createSampleProvider(options: SampleProviderOptions): RequestListener {
  const grants = createSampleGrants(options.key, options.now);
  const requireToken = (route: DataRoute): SampleRoute => {
    return (request) => {
      const token = request.header('authorization')?.replace(/^Bearer /, '');
      const claims = grants.authenticate(token);
      return claims
        ? route(request, claims)
        : { status: 401, body: 'Authorization was not valid' };
    };
  };
  const routes: Readonly<Record<string, SampleRoute>> = {
    [`GET ${api}/oauth/oauth2/auth`]: (request) => showPage(request, options),
    [`POST ${api}/oauth/oauth2/auth`]: (request) => decide(request, options, grants),
    [`POST ${api}/oauth/oauth2/token`]: (request) => sendTokens(request, options, grants),
    [`GET ${api}/developer/v2/user/profile/basic`]: requireToken(showProfile),
    [`DELETE ${api}/developer/v2/user/access`]: requireToken((_, claims) => {
      grants.revoke(claims);
      return { status: 204 };
    }),
    [`GET ${workoutPath}`]: requireToken((request, claims) =>
      listWorkouts(request, claims, options.now()),
    ),
    [`GET ${api}/developer/v2/activity/sleep`]: requireToken((request, claims) => {
      const nights = listSampleNights(claims.account, new Date(options.now()));
      const records = nights.map(({ sleep }) => ({ at: sleep.start, record: sleep }));
      return listRecords(request, records, options.now());
    }),
    [`GET ${api}/developer/v2/recovery`]: requireToken((request, claims) => {
      const nights = listSampleNights(claims.account, new Date(options.now()));
      const records = nights.map(({ sleep, recovery }) => ({
        at: sleep.start,
        record: recovery,
      }));
      return listRecords(request, records, options.now());
    }),
    [`GET ${workoutPath}/{id}`]: requireToken((request, claims) =>
      showWorkout(request, claims, options.now()),
    ),
  };

  return async (incoming, response) => {
    const request = await readSampleRequest(incoming);
    const { status, headers, body } = findRoute(routes, request)(request);
    const isJson = typeof body === 'object';
    const type = isJson ? { 'Content-Type': 'application/json' } : {};
    response.writeHead(status, { ...type, ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  };
}

async function readSampleRequest(incoming: IncomingMessage): Promise<SampleRequest> {
  const { method = 'GET', url = '/', headers } = incoming;
  return {
    method,
    url: new URL(url, 'http://sample'),
    header: (name) => headers[name]?.toString(),
    form: new URLSearchParams(await text(incoming)),
  };
}

function findRoute(
  routes: Readonly<Record<string, SampleRoute>>,
  { method, url }: SampleRequest,
): SampleRoute {
  const isWorkout = url.pathname.startsWith(`${workoutPath}/`);
  const path = isWorkout ? `${workoutPath}/{id}` : url.pathname;
  return routes[`${method} ${path}`] ?? (() => ({ status: 404 }));
}

/** Returns whether an authorization request has the id and the redirect URI of the client. */
function isKnownClient(
  { url: { searchParams: query } }: SampleRequest,
  { client, getRedirectUri }: SampleProviderOptions,
): boolean {
  const isClient = query.get('client_id') === client.client_id;
  return isClient && query.get('redirect_uri') === getRedirectUri();
}

function showPage(
  request: SampleRequest,
  options: SampleProviderOptions,
): SampleResponse {
  if (!isKnownClient(request, options)) return { status: 400, body: 'invalid_client' };
  const language = request.header('accept-language');
  const languages = language === undefined ? [] : [language];
  const body = renderSamplePage(languages, request.url.search);
  // Browsers also apply `form-action` to the redirect after the form, which leaves this origin.
  return { status: 200, headers: getPageHeaders('any'), body };
}

/** Redirects to the client with a code, or with an error if the person denies access. */
function decide(
  request: SampleRequest,
  options: SampleProviderOptions,
  grants: SampleGrants,
): SampleResponse {
  if (!isKnownClient(request, options)) return { status: 400, body: 'invalid_client' };

  const { form, url } = request;
  const state = url.searchParams.get('state') ?? '';
  const location = new URL(options.getRedirectUri());
  if (form.get('decision') === 'allow') {
    const scope = form.has('scope') ? fullScope : scopeWithoutWorkouts;
    const code = grants.issueCode(form.get('name') ?? '', scope);
    location.search = new URLSearchParams({ code, scope, state }).toString();
  } else {
    location.search = new URLSearchParams({ error: 'access_denied', state }).toString();
  }
  return { status: 303, headers: { Location: location.href } };
}

/** Sends new tokens for an authorization code or a refresh token. */
function sendTokens(
  { form }: SampleRequest,
  { client }: SampleProviderOptions,
  grants: SampleGrants,
): SampleResponse {
  const isAuthentic =
    form.get('client_id') === client.client_id &&
    form.get('client_secret') === client.client_secret;
  if (!isAuthentic) return { status: 401, body: { error: 'invalid_client' } };

  const isRefresh = form.get('grant_type') === 'refresh_token';
  const tokens = isRefresh
    ? grants.refresh(form.get('refresh_token') ?? undefined)
    : grants.redeemCode(form.get('code') ?? undefined);
  if (tokens) return { status: 200, body: tokens };
  return { status: 400, body: { error: 'invalid_grant', status_code: 400 } };
}

function showProfile(_: SampleRequest, { account }: SampleClaims): SampleResponse {
  return { status: 200, body: { user_id: account, first_name: 'Sample' } };
}

function listWorkouts(
  request: SampleRequest,
  { account, scope }: SampleClaims,
  now: number,
): SampleResponse {
  if (!scope.includes('read:workout')) {
    return { status: 403, body: { status: 403, message: 'Forbidden' } };
  }

  const workouts = listSampleWorkouts(account, new Date(now));
  const records = workouts.map((workout) => ({ at: workout.start, record: workout }));
  return listRecords(request, records, now);
}

/** Lists records whose time is in `[start, end)`, newest first, in pages of at most 25. */
function listRecords(
  { url: { searchParams: query } }: SampleRequest,
  all: readonly { at: string; record: object }[],
  now: number,
): SampleResponse {
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? new Date(now).toISOString();
  const matching = all.filter(({ at }) => at >= start && at < end);
  const offset = Number(query.get('nextToken') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? defaultPageSize), maxPageSize);
  const nextOffset = offset + limit;
  const next_token = nextOffset < matching.length ? String(nextOffset) : undefined;
  const records = matching.slice(offset, nextOffset).map(({ record }) => record);
  return { status: 200, body: compact({ records, next_token }) };
}

function showWorkout(
  { url }: SampleRequest,
  { account }: SampleClaims,
  now: number,
): SampleResponse {
  const id = url.pathname.slice(workoutPath.length + 1);
  const all = listSampleWorkouts(account, new Date(now));
  const workout = all.find((candidate) => candidate.id === id);
  return workout
    ? { status: 200, body: workout }
    : { status: 404, body: { status: 404, message: 'Not Found' } };
}

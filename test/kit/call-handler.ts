import { inject } from 'vitest';
import type { Invoke } from '#lib/local/functions/invocation.ts';
import { createInvocationQueue } from '#lib/local/functions/invocation-queue.ts';
import { createApi, type Respond } from '#lib/local/gateway/gateway.ts';
import { createBodyAccounts } from '#lib/local/gateway/request-body.ts';
import { type Clock, createClock } from '#lib/local/host/clock.ts';
import type { OutgoingResponse } from '#lib/local/http/message.ts';
import {
  createAddressReplacer,
  withLocalAddresses,
} from '#lib/local/template/addresses.ts';
import type { LambdaFunction } from '#lib/local/template/resources.ts';
import { formatTypes } from '#shared/auth/principal.ts';
import type { Host } from '#shared/contract/endpoint.ts';
import { createOpenApiChecker } from './check-openapi.ts';
import { withChecks } from './check-response.ts';
import { getDefinition } from './definition.ts';
import { createFaultFinder } from './function-log.ts';
import { buildIncomingRequest } from './incoming-request.ts';
import { recordOutput } from './record-output.ts';
import { runHandler } from './run-handler.ts';
import { type Send, type SendOptions, toTestResponse } from './send.ts';

/** Runs a function of the template with an event in JSON, and returns its result in JSON. */
type Run = (definition: LambdaFunction, payload: string) => Promise<string>;

/** As many run at a time as in the shared service, which has two instances of a function. */
const queue = createInvocationQueue({ perFunction: 2, total: 6 });

const runSource: Run = (definition, payload) =>
  queue.run(definition.arn, async () => {
    const { result, stack } = await runHandler(definition, payload);
    if (!result.ok) throw new Error(`${definition.name} failed: ${stack}`);
    return result.payload;
  });

/** The caller as the authorizer sees it: the claims of the context that a test chooses. */
interface TestClaims {
  sub: string;
  client_id?: string;
  token_use?: 'user' | 'application';
  /** Defaults to full access. */
  scope?: string;
  hidden_types?: string;
  limits?: string;
}

/** More than any test sends in a window. */
const ampleLimits = '1000000 1000000 1000000 1000000';

/** Formats the claims of a caller as a token, which `runSourceAsUser` reads. */
function toClaimsToken(claims: TestClaims): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url');
}

/**
 * Allows every request with full access for the caller whose claims the token has, without a store
 * call. Runs all other functions.
 */
const runSourceAsUser: Run = async (definition, payload) => {
  const { type, authorizationToken = '', methodArn } = JSON.parse(payload);
  if (type !== 'TOKEN') return runSource(definition, payload);

  const token: string = authorizationToken.replace('Bearer ', '');
  const claims: TestClaims = JSON.parse(Buffer.from(token, 'base64url').toString());
  const statement = {
    Action: 'execute-api:Invoke',
    Effect: 'Allow',
    Resource: methodArn.replace(/(?<=^[^/]*\/[^/]*\/).*/, '*'),
  };
  return JSON.stringify({
    principalId: claims.sub,
    policyDocument: { Version: '2012-10-17', Statement: [statement] },
    context: {
      client_id: 'test',
      origin_jti: 'test',
      token_use: 'user',
      scope: 'read',
      limits: ampleLimits,
      ...claims,
    },
  });
};

/**
 * Creates a clock that is later at each call, because ids of one millisecond sort in any order. If
 * a test has moved the time of this process, the clock goes back with it.
 */
function createLaterClock(): Clock {
  let latestTime = 0;
  const now = () => {
    const time = Date.now();
    const wasMoved = latestTime > time + 10_000;
    latestTime = wasMoved ? time : Math.max(time, latestTime + 1);
    return latestTime;
  };
  return { ...createClock(), now };
}

const clock = createLaterClock();

/** The APIs of the service in this process: a gateway without servers, handlers without threads. */
interface ApisInProcess {
  respond: Record<Host, Respond>;
  /** Throws an error if functions logged faults, or if a document describes an exchange wrongly. */
  check(lines: readonly string[]): void;
}

async function openApis(run: Run): Promise<ApisInProcess> {
  const { apis, functions, stack } = getDefinition();
  const toLocal = createAddressReplacer(stack, apis, inject('service').urls);
  const localApis = withLocalAddresses(apis, toLocal);
  const findFault = await createFaultFinder();
  const checker = createOpenApiChecker();
  const warnings: string[] = [];
  const invoke: Invoke = async (functionArn, payload) => {
    const definition = functions.find(({ arn }) => arn === functionArn);
    if (!definition) throw new Error(`The template has no function ${functionArn}.`);
    return { ok: true, payload: await run(definition, payload) };
  };
  const deps = {
    invoke,
    clock,
    warn: (message: string) => void warnings.push(message),
    isUnavailable: () => false,
    openBodyAccount: createBodyAccounts(),
  };
  const open = (api: Host) =>
    createApi(localApis[api], {
      ...deps,
      observe: (request, response) => checker.onExchange({ api, request, response }),
    });

  return {
    respond: {
      main: open('main'),
      auth: open('auth'),
      diary: open('diary'),
      mcp: open('mcp'),
    },
    check: (lines) => {
      const faults = lines.map(findFault).filter((fault) => fault !== undefined);
      const problems = [...warnings.splice(0), ...faults];
      if (problems.length > 0) throw new Error(problems.join('\n'));
      checker.throwIfAny();
    },
  };
}

function parse<Body>(method: string, { status, headers, body }: OutgoingResponse) {
  const received = new Headers();
  for (const [name, value] of headers) received.append(name, value);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return toTestResponse<Body>(status, received, hasBody ? body : Buffer.alloc(0));
}

/** Creates a function that calls the APIs in this process, which the first call opens. */
function createCaller(run: Run) {
  let opened: Promise<ApisInProcess> | undefined;
  return async <Body>(method: string, path: string, options: SendOptions) => {
    opened ??= openApis(run);
    const { respond, check } = await opened;
    const { host = 'main' } = options;
    const url = inject('service').urls[host];
    const { body, ...head } = await buildIncomingRequest(url, method, path, options);
    const { result, lines } = await recordOutput(() =>
      respond[host](head, async () => body),
    );
    return { response: parse<Body>(method, result), lines, check };
  };
}

const callApi = createCaller(runSource);

/**
 * Calls the handler of an endpoint in this process, with the event that the gateway builds, the
 * authorizer's handler and the real stores, and checks the response. There is no server and no
 * thread between the test and the handler, so a debugger stops in both.
 */
export const callHandler: Send = withChecks(
  async <Body>(method: string, path: string, options: SendOptions = {}) => {
    const { response, lines, check } = await callApi<Body>(method, path, options);
    check(lines);
    return response;
  },
);

const callApiAsUser = createCaller(runSourceAsUser);

/**
 * Returns a function that calls handlers like `callHandler`, but as a user without a token, so that
 * only the handler calls stores. Responses and lines of the log are not checked, because tests let
 * calls fail.
 */
export function callHandlerAs(
  user_id: string,
  log: (line: string) => void = () => undefined,
  hiddenTypes: readonly string[] = [],
): Send {
  const claims = { sub: user_id, hidden_types: formatTypes(hiddenTypes) };
  return callHandlerWith(claims, log);
}

/**
 * Returns a function like that of `callHandlerAs`, for a caller of whom the authorizer says this.
 */
export function callHandlerWith(
  claims: TestClaims,
  log: (line: string) => void = () => undefined,
): Send {
  const token = toClaimsToken(claims);
  const { sub, client_id = 'test' } = claims;
  const identity = { 'svc-client-id': client_id, 'svc-user-id': sub };
  return async <Body>(method: string, path: string, options: SendOptions = {}) => {
    const headers = { ...identity, ...options.headers };
    const sent = { ...options, token, headers };
    const { response, lines } = await callApiAsUser<Body>(method, path, sent);
    for (const line of lines) log(line);
    return response;
  };
}

/** Returns the status of a request to the MCP endpoint. */
export async function getAgentStatus(token: string): Promise<number> {
  return (await callHandler('POST', '/', { host: 'mcp', token })).status;
}

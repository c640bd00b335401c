import { inject } from 'vitest';
import type { Invoke } from '#lib/local/functions/invocation.ts';
import { createApi, type Respond } from '#lib/local/gateway/gateway.ts';
import { createClock } from '#lib/local/host/clock.ts';
import type { OutgoingResponse } from '#lib/local/http/message.ts';
import { readDefinition } from '#lib/local/service-definition.ts';
import { createAddressReplacer } from '#lib/local/template/addresses.ts';
import type { LambdaFunction } from '#lib/local/template/resources.ts';
import { templateFile } from '#lib/paths.ts';
import type { Host } from '#shared/contract/endpoint.ts';
import { withChecks } from './call.ts';
import { createOpenApiChecker } from './check-openapi.ts';
import { createFaultFinder } from './function-log.ts';
import { recordOutput } from './record-output.ts';
import { runHandler } from './run-handler.ts';
import { buildMessage, type Send, toTestResponse } from './send.ts';

/** The APIs of the service in this process: the gateway without servers, handlers without threads. */
interface ApisInProcess {
  respond: Record<Host, Respond>;
  /** Throws an error if the functions logged faults, or if a document describes an exchange wrongly. */
  check(lines: readonly string[]): void;
}

/** Creates a function that runs handlers by the ARN of their function in the template. */
function createInvoke(functions: readonly LambdaFunction[]): Invoke {
  return async (functionArn, payload) => {
    const found = functions.find(({ arn }) => arn === functionArn);
    if (!found) throw new Error(`The template has no function ${functionArn}.`);

    const { result, stack } = await runHandler(found, payload);
    if (!result.ok) throw new Error(`${found.name} failed: ${stack}`);
    return result;
  };
}

async function openApis(): Promise<ApisInProcess> {
  const { urls } = inject('service');
  const { apis, functions, stack } = readDefinition(templateFile);
  const findFault = await createFaultFinder();
  const checker = createOpenApiChecker();
  const warnings: string[] = [];
  const deps = {
    invoke: createInvoke(functions),
    clock: createClock(),
    warn: (message: string) => void warnings.push(message),
    toLocal: createAddressReplacer(stack, apis, urls),
    isUnavailable: () => false,
  };
  const open = (api: Host) =>
    createApi(apis[api], {
      ...deps,
      observe: (request, response) => checker.onExchange({ api, request, response }),
    });

  return {
    respond: { main: open('main'), auth: open('auth'), diary: open('diary') },
    check: (lines) => {
      const faults = lines.map(findFault).filter((fault) => fault !== undefined);
      const problems = [...warnings.splice(0), ...faults];
      if (problems.length > 0) throw new Error(problems.join('\n'));
      checker.throwIfAny();
    },
  };
}

let opened: Promise<ApisInProcess> | undefined;

function parse<Body>(method: string, { status, headers, body }: OutgoingResponse) {
  const received = new Headers();
  for (const [name, value] of headers) received.append(name, value);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return toTestResponse<Body>(status, received, hasBody ? body : Buffer.alloc(0));
}

const sendInProcess: Send = async <Body = unknown>(
  method: Parameters<Send>[0],
  path: string,
  options: Parameters<Send>[2] = {},
) => {
  opened ??= openApis();
  const { respond, check } = await opened;
  const { host = 'main', localAddress = '127.0.0.1' } = options;
  const url = new URL(inject('service').urls[host] + path);
  const message = await buildMessage(options);
  const body = Buffer.from(message.body ?? '');
  const sent = Object.entries({ ...message.headers, Host: url.host });
  const length = ['Content-Length', `${body.length}`] as const;
  const head = {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    protocol: 'HTTP/1.1',
    headers: message.body === undefined ? sent : [...sent, length],
    sourceIp: localAddress,
    scheme: 'http',
    port: Number(url.port),
  } as const;

  const { result, lines } = await recordOutput(() =>
    respond[host](head, async () => body),
  );
  check(lines);
  return parse<Body>(method, result);
};

/**
 * Calls the handler of an endpoint in this process, with the event that the gateway builds, the
 * authorizer's handler and the real stores, and checks the response. There is no server and no
 * thread between the test and the handler, so a debugger stops in both.
 */
export const callHandler: Send = withChecks(sendInProcess);

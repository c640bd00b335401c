import { allHosts, type BaseUrlName, type Host } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { createCdn } from './cdn/cdn.ts';
import { serveSignedRequests } from './cdn/signed-requests.ts';
import type { Engines } from './engines/engines.ts';
import { createGateway, type GatewayDeps } from './gateway/gateway.ts';
import { createClientErrorListener } from './gateway/gateway-response.ts';
import { createBodyAccounts } from './gateway/request-body.ts';
import { awsRegion } from './host/aws-account.ts';
import { type LocalServer, listen } from './host/listen.ts';
import type { IncomingRequest, OutgoingResponse } from './http/message.ts';
import { createHeadReader, getScheme, type IsTrustedProxy } from './http/request-head.ts';
import type { ServiceDefinition } from './service-definition.ts';
import type { LocalUrls } from './template/addresses.ts';

/** The URLs for clients, and the proxies that may report the addresses of clients. */
export interface ServicePublicAccess {
  urls: LocalUrls;
  isTrustedProxy: IsTrustedProxy;
}

/** The servers of the APIs and of the CDN. */
export type Servers = Record<BaseUrlName, LocalServer>;

/** Listens on five ports of `host`. Port 0 selects any free port. */
export async function listenAll(
  host: string,
  ports: Readonly<Record<keyof Servers, number>>,
  disposables: AsyncDisposableStack,
): Promise<Servers> {
  return {
    main: await listen(host, ports.main, disposables),
    auth: await listen(host, ports.auth, disposables),
    diary: await listen(host, ports.diary, disposables),
    cdn: await listen(host, ports.cdn, disposables),
    mcp: await listen(host, ports.mcp, disposables),
  };
}

/** Returns the URLs at which the servers listen, without a trailing slash. */
export function getListeningUrls({ main, auth, diary, cdn, mcp }: Servers): LocalUrls {
  return {
    main: main.url,
    auth: auth.url,
    diary: diary.url,
    cdn: cdn.url,
    mcp: mcp.url,
  };
}

/** A request to an API, with the body decompressed, and the response of the function. */
export interface Exchange {
  api: Host;
  request: IncomingRequest;
  response: OutgoingResponse;
}

type ServerDeps = Omit<GatewayDeps, 'observe' | 'openBodyAccount'> & {
  /** Replaces AWS addresses in a header of the CDN with local addresses. */
  toLocal(text: string): string;
  onExchange?: ((exchange: Exchange) => void) | undefined;
};

/** Sets the request listeners of the servers. */
export function handleRequests(
  servers: Servers,
  { urls, isTrustedProxy }: ServicePublicAccess,
  { apis, distribution, corsRules }: ServiceDefinition,
  { respondAsS3, objects, environment }: Engines,
  deps: ServerDeps,
): void {
  const createReadHead = (name: keyof Servers) =>
    createHeadReader({ url: urls[name], isTrustedProxy });

  const openBodyAccount = createBodyAccounts();
  for (const name of allHosts) {
    const api = apis[name];
    const { onExchange } = deps;
    const observe: GatewayDeps['observe'] =
      onExchange && ((request, response) => onExchange({ api: name, request, response }));
    const gatewayDeps = compact({ ...deps, openBodyAccount, observe });
    const scheme = getScheme(urls[name]);
    const onClientError = createClientErrorListener(api, scheme);
    const readHead = createReadHead(name);
    const onRequest = createGateway(api, readHead, gatewayDeps);
    servers[name].handleWith(onRequest, onClientError);
  }
  const cdn = createCdn(distribution, createReadHead('cdn'), { ...deps, objects });
  const credentials = readCredentials(environment);
  const signer = { endpoint: urls.cdn, credentials, region: awsRegion };
  const signedDeps = { ...deps, respondAsS3, signer, objects, corsRules };
  servers.cdn.handleWith(serveSignedRequests(cdn, signedDeps));
}

function readCredentials(environment: Engines['environment']) {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = environment;
  return { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
}

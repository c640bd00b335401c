import {
  allHosts,
  type BaseUrlName,
  type Host,
  mapHosts,
} from '#shared/contract/endpoint.ts';
import type { Api } from './api.ts';
import { buildExecuteApiHost } from './identity.ts';
import type { Stack } from './stack.ts';

/** The local URL of each API and of the CDN, without a trailing slash. */
export type LocalUrls = Readonly<Record<BaseUrlName, string>>;

interface Replacement {
  from: string;
  to: string;
}

function listHostReplacements(host: string, url: string): Replacement[] {
  return [
    { from: `https://${host}`, to: url },
    { from: host, to: new URL(url).host },
  ];
}

/** Lists the replacements for an API. Its invoke URL has a stage, which local URLs do not have. */
function listApiReplacements({ id, stage }: Api, url: string): Replacement[] {
  const host = buildExecuteApiHost(id);
  const invokeUrl = `https://${host}/${stage}`;
  return [{ from: invokeUrl, to: url }, ...listHostReplacements(host, url)];
}

type Apis = Readonly<Record<Host, Api>>;

/** Replaces AWS addresses in a text with local addresses. */
type ReplaceAddresses = (text: string) => string;

/**
 * Creates the function that replaces AWS addresses with local addresses: the invoke URL of an API,
 * the domain of a distribution, and the host names of both.
 */
export function createAddressReplacer(
  stack: Stack,
  apis: Apis,
  urls: LocalUrls,
): ReplaceAddresses {
  const distributions = stack.listResources('AWS::CloudFront::Distribution');
  const replacements = [
    ...allHosts.flatMap((host) => listApiReplacements(apis[host], urls[host])),
    ...distributions.flatMap(({ logicalId }) =>
      listHostReplacements(stack.getAttribute(logicalId, 'DomainName'), urls.cdn),
    ),
  ];

  return (text) => {
    let result = text;
    for (const { from, to } of replacements) result = result.replaceAll(from, to);
    return result;
  };
}

/**
 * Returns the APIs with local addresses in the responses of the gateway itself, and in the stage
 * variables to which these refer. Functions get local addresses in their environment, so their
 * responses need no replacement.
 */
export function withLocalAddresses(apis: Apis, toLocal: ReplaceAddresses): Apis {
  const localize = (api: Api): Api => {
    const { stageVariables, gatewayResponses } = api;
    const text = JSON.stringify({ stageVariables, gatewayResponses });
    return { ...api, ...JSON.parse(toLocal(text)) };
  };
  return mapHosts((host) => localize(apis[host]));
}

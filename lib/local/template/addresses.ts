import type { Api } from '../gateway/api.ts';
import { executeApiHost } from './identity.ts';
import type { Stack } from './stack.ts';

/** The local address of each part of the service, without a slash at the end. */
export interface Addresses {
  main: string;
  auth: string;
  diary: string;
  cdn: string;
}

/**
 * Makes the function that replaces addresses in the cloud by local ones: an API's invoke URL (its stage belongs to the
 * local address, as with a custom domain) and a distribution's domain, each also where only the host is named.
 */
export function localAddresses(
  stack: Stack,
  apis: Readonly<Record<'main' | 'auth' | 'diary', Api>>,
  addresses: Addresses,
): (text: string) => string {
  const invokeUrls = (['main', 'auth', 'diary'] as const).flatMap((name) => {
    const host = executeApiHost(apis[name].id);
    return [
      [`https://${host}/${apis[name].stage}`, addresses[name]],
      ...replacementsOfHost(host, addresses[name]),
    ] as const;
  });
  const distributions = stack
    .resources('AWS::CloudFront::Distribution')
    .flatMap(({ logicalId }) =>
      replacementsOfHost(stack.attribute(logicalId, 'DomainName'), addresses.cdn),
    );
  return (text) =>
    [...invokeUrls, ...distributions].reduce(
      (result, [cloud, local]) => result.replaceAll(cloud, local),
      text,
    );
}

function replacementsOfHost(host: string, address: string) {
  return [
    [`https://${host}`, address],
    [host, new URL(address).host],
  ] as const;
}

/** The members of the configuration and of a request that decide about an endpoint. */
interface EndpointParameters {
  Region?: string;
  Bucket?: string;
  Endpoint?: string;
  ForcePathStyle?: boolean;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
}

/** A bucket whose name can be a part of the name of a host with a certificate. */
const hostName = /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/;

/**
 * Returns what replaces the rules of S3 for endpoints in the bundles. They are 18 KB, most of them
 * for access points, directory buckets, other accounts and acceleration, which no function uses.
 */
export function createEndpointResolver(
  partition: (region: string) => { dnsSuffix: string },
) {
  return ({ Region = '', Bucket, Endpoint, ...parameters }: EndpointParameters) => {
    const { ForcePathStyle, UseFIPS, UseDualStack } = parameters;
    const fips = UseFIPS ? '-fips' : '';
    const dualStack = UseDualStack ? '.dualstack' : '';
    const service = `https://s3${fips}${dualStack}.${Region}.${partition(Region).dnsSuffix}`;
    const url = new URL(String(Endpoint ?? service));
    if (Bucket && !ForcePathStyle && hostName.test(Bucket))
      url.host = `${Bucket}.${url.host}`;
    else if (Bucket) url.pathname = url.pathname.replace(/\/?$/, '/') + Bucket;
    const authScheme = {
      name: 'sigv4',
      disableDoubleEncoding: true,
      signingName: 's3',
      signingRegion: Region,
    };
    return { url, properties: { authSchemes: [authScheme] }, headers: {} };
  };
}

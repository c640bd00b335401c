/** The members of the configuration that decide about an endpoint. */
interface EndpointParameters {
  Region?: string;
  Endpoint?: string;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
}

interface Partition {
  name: string;
  dnsSuffix: string;
  dualStackDnsSuffix: string;
}

/**
 * Returns what replaces the rules of DynamoDB for endpoints in the bundles, most of which are for
 * those of an account, whose id our credentials do not have.
 */
export function createTableEndpointResolver(partition: (region: string) => Partition) {
  return ({ Region = '', Endpoint, UseFIPS, UseDualStack }: EndpointParameters) => {
    const { name, dnsSuffix, dualStackDnsSuffix } = partition(Region);
    // In the clouds of governments, every endpoint is one.
    const fips = UseFIPS && (name !== 'aws-us-gov' || UseDualStack) ? '-fips' : '';
    const suffix = UseDualStack ? dualStackDnsSuffix : dnsSuffix;
    const url = new URL(Endpoint ?? `https://dynamodb${fips}.${Region}.${suffix}`);
    return { url, properties: {}, headers: {} };
  };
}

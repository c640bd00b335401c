/**
 * Replaces the discovery of endpoints in the bundles, because DynamoDB needs none. It would load a
 * cache for endpoints, which is 8 KB.
 */
export function resolveEndpointDiscoveryConfig<Config>(config: Config): Config {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  default: false,
};

import { baseUrlVariables, mcpApiVariable } from '#shared/contract/endpoint.ts';
import {
  consumerQueuesOutput,
  parseConsumerQueues,
  requireOutput,
  type StackOutputs,
  urlOutputs,
} from '../deployment/outputs.ts';
import type { RunningService } from '../local/host/pid-file.ts';
import type { SamFunction } from './template.ts';

type Variables = Readonly<Record<string, string>>;

/** Variables of each function by its construct id: the format of `sam local --env-vars`. */
export type FunctionVariables = Readonly<Record<string, Variables>>;

/** The output of the stack with the value of each variable that refers to a resource. */
const outputsByVariable: Variables = {
  TABLE_NAME: 'TableName',
  FILES_BUCKET_NAME: 'ImageBucketName',
  VARIANT_BUCKET_NAME: 'VariantBucketName',
  ENCRYPTION_KMS_KEY_ID: 'EncryptionKeyArn',
  SIGNING_KMS_KEYS: 'SigningKeyArns',
  [baseUrlVariables.main]: urlOutputs.main,
  [baseUrlVariables.auth]: urlOutputs.auth,
  [baseUrlVariables.diary]: urlOutputs.diary,
  [baseUrlVariables.mcp]: urlOutputs.mcp,
  [mcpApiVariable]: 'McpApiId',
  [baseUrlVariables.cdn]: urlOutputs.cdn,
};

/** Builds the variables with which functions use a deployed stack. */
export function buildDeployedVariables(
  functions: readonly SamFunction[],
  outputs: StackOutputs,
): FunctionVariables {
  const getValue = (name: string) =>
    name === 'QUEUE_URLS'
      ? buildQueueUrls(outputs)
      : requireOutput(outputs, outputsByVariable[name] ?? name);
  return mapFunctions(functions, ({ variables }) => pickVariables(variables, getValue));
}

/** Builds the variable of the function that sends messages to the queues of all consumers. */
function buildQueueUrls(outputs: StackOutputs): string {
  const queues = parseConsumerQueues(requireOutput(outputs, consumerQueuesOutput));
  const urls = Object.entries(queues).map(
    ([name, { queue_url, dead_letter_queue_url }]) => [
      name,
      // The failed records have one queue only.
      queue_url ?? dead_letter_queue_url,
    ],
  );
  return JSON.stringify(Object.fromEntries(urls));
}

/**
 * Builds the variables with which functions in containers use the stores of a local service. `host`
 * is the name of this machine inside a container.
 *
 * The local runner adds the endpoints and credentials of the engines, which no template declares.
 */
export function buildLocalVariables(
  functions: readonly SamFunction[],
  { environment }: RunningService,
  host: string,
): FunctionVariables {
  const declared = new Set(functions.flatMap(({ variables }) => variables));
  const undeclared = Object.keys(environment).filter((name) => !declared.has(name));
  const storeVariables = pickVariables(undeclared, (name) =>
    replaceHost(name, environment[name] ?? '', host),
  );
  // No container has the files of ENCRYPTION_KEY_FILE and SIGNING_KEY_FILE. Calls to providers need
  // the first, to decrypt their tokens, so these calls are off. Signing people in needs both.
  const common = { ...storeVariables, PROVIDER_GATEWAY: 'off' };
  return mapFunctions(functions, ({ variables }) => ({
    ...pickVariables(variables, (name) => environment[name] ?? ''),
    ...common,
  }));
}

/** Replaces the host of an engine's URL. Other URLs are for clients outside of containers. */
function replaceHost(name: string, value: string, host: string): string {
  if (!name.startsWith('AWS_ENDPOINT_URL')) return value;
  return value.replace(
    /^(https?:\/\/)(127(?:\.\d+){3}|localhost)(?=[:/]|$)/,
    `$1${host}`,
  );
}

function mapFunctions(
  functions: readonly SamFunction[],
  build: (samFunction: SamFunction) => Variables,
): FunctionVariables {
  const entries = functions.map((samFunction) => [
    samFunction.constructId,
    { ...samFunction.constants, ...build(samFunction) },
  ]);
  return Object.fromEntries(entries);
}

function pickVariables(
  names: readonly string[],
  getValue: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, getValue(name)]));
}

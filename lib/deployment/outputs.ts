import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type BaseUrlName, mapHosts } from '#shared/contract/endpoint.ts';

/** The outputs of the stack with its base URLs. */
export const urlOutputs: Readonly<Record<BaseUrlName, string>> = {
  main: 'MainUrl',
  auth: 'AuthUrl',
  diary: 'DiaryUrl',
  mcp: 'McpUrl',
  cdn: 'CdnUrl',
};

/** The outputs of a deployed stack by name, e.g. `MainUrl` and `TableName`. */
export type StackOutputs = Readonly<Record<string, string>>;

/**
 * Reads the file that `cdk deploy --outputs-file` writes. Throws if it does not have the outputs of
 * exactly one stack of this service.
 */
export async function readOutputs(file: string): Promise<StackOutputs> {
  const stacks = await readStacks(file);
  const serviceStacks = Object.values(stacks).filter(
    ({ MainUrl, TableName }) => MainUrl && TableName,
  );
  const [outputs, ...others] = serviceStacks;
  if (!outputs || others.length > 0)
    throw new Error(
      `The file ${file} must have the outputs of one stack of this service.`,
    );
  return outputs;
}

async function readStacks(file: string): Promise<Record<string, StackOutputs>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const command = `npm run deploy -- --outputs-file ${file}`;
    throw new Error(`Cannot read stack outputs from ${file}. Write it with: ${command}`, {
      cause,
    });
  }
}

/** Returns an output. Throws if the deployed version of the stack does not have it. */
export function requireOutput(outputs: StackOutputs, name: string): string {
  const value = outputs[name];
  if (!value)
    throw new Error(`The stack has no output ${name}. Deploy the current version first.`);
  return value;
}

/** Returns the base URLs of a deployed stack, without a trailing slash. */
export function getDeployedUrls(
  outputs: StackOutputs,
): Readonly<Record<BaseUrlName, string>> {
  const requireUrl = (name: BaseUrlName) => requireOutput(outputs, urlOutputs[name]);
  return { ...mapHosts(requireUrl), cdn: requireUrl('cdn') };
}

/**
 * The output of the stack with the alarms that undo a deployment (decision 0067), separated by
 * commas.
 */
export const rollbackAlarmsOutput = 'RollbackAlarmArns';

/** The output of the stack with the version of the release. */
export const releaseOutput = 'Release';

/** The output of the stack with the log of what operators do (decision 0068). */
export const operatorLogOutput = 'OperatorLogName';

/** The output of the stack with the URLs of the queues, as JSON. */
export const consumerQueuesOutput = 'ConsumerQueues';

/** The environment variable with which a local service gives the same JSON to other programs. */
export const consumerQueuesVariable = 'CONSUMER_QUEUES';

const QueueUrls = z.object({
  /** Absent for the records of which a consumer got no message. */
  queue_url: z.optional(z.string()),
  dead_letter_queue_url: z.string(),
});

/** The URLs of a consumer's queue and of its dead-letter queue. */
export type QueueUrls = z.infer<typeof QueueUrls>;

const ConsumerQueueUrls = z.record(z.string(), QueueUrls);

/** The URLs of the queues of every consumer, by its id, and of the failed records. */
export type ConsumerQueueUrls = Readonly<z.infer<typeof ConsumerQueueUrls>>;

/** Parses the value of the output or the variable. Throws if it is not JSON of this shape. */
export function parseConsumerQueues(value: string): ConsumerQueueUrls {
  return ConsumerQueueUrls.parse(JSON.parse(value));
}

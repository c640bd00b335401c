import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { OperatorLog } from './operator-log.ts';

/** Opens the log group of a deployed stack with the operator's AWS credentials. */
export async function openLogGroup(logGroupName: string): Promise<OperatorLog> {
  const client = new CloudWatchLogsClient();
  return {
    name: logGroupName,
    login: await readLogin(),
    append: async (message) => {
      const now = new Date();
      // A stream takes the events of one writer.
      const logStreamName = `${now.toISOString().slice(0, 10)}/${crypto.randomUUID()}`;
      const stream = { logGroupName, logStreamName };
      await client.send(new CreateLogStreamCommand(stream));
      const logEvents = [{ timestamp: now.getTime(), message }];
      await client.send(new PutLogEventsCommand({ ...stream, logEvents }));
    },
  };
}

/** Returns the log of a table without the outputs of its stack: it keeps nothing. */
export async function openNoLog(): Promise<OperatorLog> {
  return { name: undefined, login: await readLogin(), append: async () => {} };
}

/** Returns the ARN of the operator's user or session, which AWS vouches for. */
async function readLogin(): Promise<string> {
  const { Arn } = await new STSClient().send(new GetCallerIdentityCommand());
  if (!Arn) throw new Error('AWS does not say who you are.');
  return Arn;
}

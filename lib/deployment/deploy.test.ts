import { afterEach, expect, it, vi } from 'vitest';
import { serveRequests } from '#kit/serve-requests.ts';
import {
  findRollbackAlarms,
  readDeploymentOptions,
  toRollbackOptions,
} from './deploy.ts';

afterEach(() => void vi.unstubAllEnvs());

const alarm = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:Stack-Release';

/** Answers the SDK as CloudFormation does, until the test ends. Returns what it was asked. */
async function serveCloudFormation(status: number, content: string) {
  const asked: URLSearchParams[] = [];
  const port = await serveRequests(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(content);
  });
  const environment = {
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return asked;
}

const toOutputs = (members: string) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
   <Outputs>${members}</Outputs></member></Stacks></DescribeStacksResult>
   </DescribeStacksResponse>`;
const toError = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code>
   <Message>${message}</Message></Error></ErrorResponse>`;

it('an update is watched by the alarms that the deployed stack names', async () => {
  const second = alarm.replace('Release', 'Canary');
  const value = `${alarm},${second}`;
  const asked = await serveCloudFormation(
    200,
    toOutputs(
      `<member><OutputKey>RollbackAlarmArns</OutputKey>
       <OutputValue>${value}</OutputValue></member>`,
    ),
  );
  const alarms = await findRollbackAlarms('FitnessData-staging');
  expect(asked[0]?.get('StackName')).toBe('FitnessData-staging');
  expect(toRollbackOptions(alarms)).toEqual([
    '--rollback-trigger-alarm-arns',
    alarm,
    second,
    '--monitoring-time-minutes',
    '15',
  ]);
});

it('no alarm watches the first deployment, and the update that adds the alarm', async () => {
  const none = ['--rollback-trigger-alarm-arns', 'none'];
  await serveCloudFormation(
    400,
    toError('ValidationError', 'Stack with id FitnessDataStack does not exist'),
  );
  expect(toRollbackOptions(await findRollbackAlarms())).toEqual(none);
  await serveCloudFormation(200, toOutputs(''));
  // An older release of the stack has lost the alarm that CloudFormation remembers.
  expect(toRollbackOptions(await findRollbackAlarms())).toEqual(none);
});

it.each([
  [['-c', 'stackName=A', '--require-approval', 'never'], { stackName: 'A' }],
  [['--context=stackName=A', '--context', 'tags=a=b'], { stackName: 'A' }],
  [['--hotswap', 'Stack', '-c', 'stackName='], {}],
  [['--profile', 'staging', '-cstackName=A'], { stackName: 'A', profile: 'staging' }],
  [['--rollback-trigger-alarm-arns', 'none', '-e'], { triggers: ['none'] }],
])('of the options %j of the CDK, it reads %j', (args, expected) => {
  expect(readDeploymentOptions(args)).toEqual(expected);
});

it('nothing is deployed unwatched because the outputs cannot be read', async () => {
  await serveCloudFormation(403, toError('AccessDenied', 'Not authorized.'));
  await expect(findRollbackAlarms()).rejects.toThrow(
    'Cannot read the outputs of the stack FitnessDataStack: Not authorized. ' +
      'Allow cloudformation:DescribeStacks',
  );
});

it('missing credentials are told apart from missing rights', async () => {
  const message = 'The security token included in the request is expired';
  await serveCloudFormation(403, toError('ExpiredToken', message));
  await expect(findRollbackAlarms('Staging')).rejects.toThrow(
    `Cannot read the outputs of the stack Staging: ${message}. Check the credentials`,
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { Option } from '@commander-js/extra-typings';
import { compact } from '#shared/runtime/compact.ts';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { collectPair, createProgram } from '../terminal/program.ts';
import { rollbackAlarmsOutput } from './outputs.ts';

const examples = `
Examples:
  npm run deploy -- --outputs-file outputs.json -c alarmTopicArn=<arn>
  npm run deploy -- -c stackName=FitnessData-staging --require-approval never
  npm run deploy -- --rollback-trigger-alarm-arns none

All other options are those of cdk deploy.
docs/decisions/0012-settings-and-synthesis.md lists the settings.`;

/**
 * The minutes for which CloudFormation watches the alarms after an update. The alarm of a release
 * needs three of them (decision 0067).
 */
const monitoringMinutes = 15;

/**
 * Deploys the stack by the CDK's command line. An update is undone if an alarm of the deployed
 * stack goes off meanwhile, or within 15 minutes afterwards.
 */
export function runDeploy(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const { stackName, profile, triggers } = readDeploymentOptions(args);
    const alarms = triggers ? [] : await findRollbackAlarms(stackName, profile);
    if (!triggers) console.log(describeRollback(alarms));
    await runCdk(['deploy', ...args, ...toRollbackOptions(alarms)]);
  });
}

/** Reads the options that decide about the alarms. The CDK reads all of them. */
export function readDeploymentOptions(args: readonly string[]) {
  const program = createProgram('npm run deploy --')
    .description('Deploys the stack. An update is undone if the service fails with it.')
    .addOption(
      new Option('-c, --context <name=value>', 'setting (repeatable)')
        .argParser(collectPair)
        .default({}, 'none'),
    )
    .option('--profile <name>', 'AWS profile')
    .option(
      '--rollback-trigger-alarm-arns <arn...>',
      'other alarms that undo the update, or none',
    )
    .argument('[options...]', 'options of cdk deploy')
    .allowUnknownOption()
    .addHelpText('after', examples)
    .parse(args, { from: 'user' });
  const { context, profile, rollbackTriggerAlarmArns: triggers } = program.opts();
  const settings: Readonly<Record<string, string>> = context;
  // An empty setting counts as absent.
  return { stackName: settings.stackName || undefined, profile, triggers };
}

/**
 * Returns the ARNs of the alarms of the deployed stack that undo an update. Returns none if there
 * is no stack yet, or one of a release that had no such alarm.
 */
export async function findRollbackAlarms(
  stackName = 'FitnessDataStack',
  profile?: string,
): Promise<readonly string[]> {
  const client = new CloudFormationClient(compact({ profile }));
  const stack = await client
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .then(({ Stacks }) => Stacks?.[0])
    .catch((error: Error) => {
      if (error.message.includes('does not exist')) return undefined;
      const reason = error.message.replace(/\.$/, '');
      throw new Error(
        `Cannot read the outputs of the stack ${stackName}: ${reason}. ${getAdvice(error)}`,
      );
    });
  const outputs = stack?.Outputs ?? [];
  const value = outputs.find(({ OutputKey }) => OutputKey === rollbackAlarmsOutput);
  return value?.OutputValue?.split(',') ?? [];
}

function getAdvice({ name }: Error): string {
  return name.startsWith('AccessDenied')
    ? 'Allow cloudformation:DescribeStacks, or name the alarms: --rollback-trigger-alarm-arns.'
    : 'Check the credentials and the region: AWS_PROFILE, or --profile, and AWS_REGION.';
}

/**
 * Returns the options with which the CDK sets the rollback configuration of the stack.
 * CloudFormation remembers the alarms of an earlier update, and fails if one is gone, as after a
 * return to a release without it. So a stack without an alarm is told so.
 */
export function toRollbackOptions(alarms: readonly string[]): readonly string[] {
  if (alarms.length === 0) return ['--rollback-trigger-alarm-arns', 'none'];
  return [
    '--rollback-trigger-alarm-arns',
    ...alarms,
    '--monitoring-time-minutes',
    String(monitoringMinutes),
  ];
}

function describeRollback(alarms: readonly string[]): string {
  if (alarms.length === 0)
    return 'No alarm undoes this deployment, because the stack has none yet.';
  const names = alarms.map((arn) => arn.split(':').at(-1));
  return (
    `CloudFormation undoes this deployment if ${names.join(' or ')} goes off ` +
    `until ${monitoringMinutes} minutes after the update. If it is on already, add ` +
    '--rollback-trigger-alarm-arns none.'
  );
}

/** Runs the CDK's command line in the root of the project. Exits with its exit code. */
async function runCdk(args: readonly string[]): Promise<void> {
  const program = fileURLToPath(import.meta.resolve('aws-cdk/bin/cdk'));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  const [exitCode] = await once(child, 'exit');
  process.exitCode = Number(exitCode ?? 1);
}

import { Option } from '@commander-js/extra-typings';
import { defaultDataFolder } from '#lib/local/host/pid-file.ts';
import { reportFailure } from '#lib/terminal/failure.ts';
import { createProgram } from '#lib/terminal/program.ts';
import { createApplication, deleteApplication } from './application.ts';
import { type RunStep, runJourney } from './journey.ts';
import { openDeployedTarget, openLocalTarget, type SmokeTarget } from './target.ts';
import { createUser, deleteUser, newSmokeUser, type SmokeUser } from './user.ts';

const description = [
  'Tests a deployed stack, or the local service, with a user and an application that it creates',
  'in the table. Deletes at the end what it created. A deployed stack requires AWS credentials.',
].join(' ');

const examples = `
Examples:
  npm run smoke
  npm run smoke -- outputs.json`;

/** Runs the smoke test with the options of a command line. */
export function runSmoke(args: readonly string[]): Promise<void> {
  const program = createProgram('npm run smoke --')
    .description(description)
    .argument(
      '[outputs]',
      'file of npm run deploy -- --outputs-file (default: the local service)',
    )
    .addOption(
      new Option('--data <folder>', 'data folder of the local service').default(
        defaultDataFolder,
        '.local',
      ),
    )
    .addHelpText('after', examples);

  return reportFailure(async () => {
    program.parse(args, { from: 'user' });
    const [outputs] = program.processedArgs;
    const { data } = program.opts();
    await testService(
      outputs ? await openDeployedTarget(outputs) : await openLocalTarget(data),
    );
  });
}

async function testService(target: SmokeTarget): Promise<void> {
  const { stores } = target;
  const user = newSmokeUser();
  try {
    await runStep(`create the user ${user.email}`, () => createUser(stores.table, user));
    await testWithUser(target, user);
  } finally {
    await runStep('delete the user, the device and the image', () =>
      deleteUser(stores, user),
    );
  }
}

async function testWithUser(
  { urls, stores: { table } }: SmokeTarget,
  user: SmokeUser,
): Promise<void> {
  const application = await runStep('create an application', () =>
    createApplication(table),
  );
  try {
    await runJourney(urls, { ...user, ...application }, runStep);
  } finally {
    await runStep('delete the application', () => deleteApplication(table, application));
  }
}

/** Runs a step and prints a line about it. Throws an error that names the step if it fails. */
const runStep: RunStep = async (name, run) => {
  try {
    const result = await run();
    console.log(`ok      ${name}`);
    return result;
  } catch (error) {
    console.log(`failed  ${name}`);
    throw new Error(`Cannot ${name}. ${describe(error)}`, { cause: error });
  }
};

/**
 * `fetch` hides the reason of a network failure in the cause. A host with several addresses has a
 * reason for each.
 */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ');
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

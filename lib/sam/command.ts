import { dirname } from 'node:path';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { getDemonstrationFile, readDemonstration } from '../admin/demonstration-file.ts';
import { readOutputs } from '../deployment/outputs.ts';
import { buildReference } from '../docs/reference/reference.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { replaceFile } from '../local/host/files.ts';
import { defaultDataFolder, requireRunningService } from '../local/host/pid-file.ts';
import { readStack, readTemplate } from '../local/template/stack.ts';
import { reportFailure } from '../terminal/failure.ts';
import { collectPair, createProgram } from '../terminal/program.ts';
import { buildEvent } from './events/event.ts';
import { buildSamTemplate, listSamFunctions } from './template.ts';
import { buildDeployedVariables, buildLocalVariables } from './variables.ts';

/** An id that no user and no application has. */
const exampleId = '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y';

const examples = `
Examples:
  npm run synth
  npm run sam -- template --file cdk.out/sam.template.json
  npm run sam -- event main/data-source/list --file event.json
  sam local invoke MainDataSourceList -t cdk.out/sam.template.json -e event.json`;

/** Runs `npm run sam`, which writes a file for `sam local`, or prints it. */
export async function runSam(args: readonly string[]): Promise<void> {
  const program = createProgram('npm run sam --')
    .description(
      'Writes the files that sam local needs to run a function in a container.',
    )
    .addHelpText('after', examples);
  addEnv(program);
  addTemplate(program);
  addEvent(program);
  await reportFailure(() => program.parseAsync(args, { from: 'user' }));
}

/** Advice if no local service runs. */
const alternative = 'use sam env --outputs FILE for a deployed stack';

const createTemplateOption = () =>
  new Option('--template <file>', 'template that npm run synth wrote').default(
    'cdk.out/FitnessDataStack.template.json',
  );

/** A shell that redirects the output makes an empty file if nothing can be printed. */
const createFileOption = () =>
  new Option('--file <path>', 'write this file instead of printing it');

const createDataOption = () =>
  new Option('--data <folder>', 'data folder of the local service').default(
    defaultDataFolder,
    '.local',
  );

const createHostOption = () =>
  new Option('--host <name>', 'name of this machine inside a container').default(
    'host.docker.internal',
  );

function addEnv(program: CommandUnknownOpts): void {
  program
    .command('env')
    .description('Writes the variables of all functions for sam local --env-vars.')
    .addOption(
      new Option(
        '--outputs <file>',
        'file with the outputs of the deployed stack to use',
      ),
    )
    .addOption(createTemplateOption())
    .addOption(createDataOption())
    .addOption(createHostOption())
    .addOption(createFileOption())
    .action(async ({ outputs, template, data, host, file }) => {
      const functions = listSamFunctions(readStack(template));
      const variables = outputs
        ? buildDeployedVariables(functions, await readOutputs(outputs))
        : buildLocalVariables(
            functions,
            await requireRunningService(data, alternative),
            host,
          );
      await writeJson(variables, file);
    });
}

function addTemplate(program: CommandUnknownOpts): void {
  program
    .command('template')
    .description(
      'Writes a copy of the template whose functions use the running local service.',
    )
    .addOption(createTemplateOption())
    .addOption(createDataOption())
    .addOption(createHostOption())
    .addOption(createFileOption())
    .action(async ({ template, data, host, file }) => {
      const service = await requireRunningService(data, alternative);
      const functions = listSamFunctions(readStack(template));
      const variables = buildLocalVariables(functions, service, host);
      const folder = dirname(template);
      const copy = buildSamTemplate(readTemplate(template), folder, functions, variables);
      await writeJson(copy, file);
    });
}

function addEvent(program: CommandUnknownOpts): void {
  program
    .command('event')
    .description('Writes an example event for a function.')
    .argument('<function>', 'folder below functions, e.g. main/data-source/list')
    .option('--user <id>', 'user of the access token', exampleId)
    .option('--client <id>', 'application of the access token', exampleId)
    .option('--token <token>', 'access token that the authorizer checks')
    .option(
      '--client-secret <secret>',
      'secret of the application, e.g. for auth/token (default: the demonstration)',
    )
    .option(
      '--param <name=value>',
      'path parameter, e.g. id=self (repeatable)',
      collectPair,
      {},
    )
    .addOption(createTemplateOption())
    .addOption(createDataOption())
    .addOption(createFileOption())
    .action(
      async (id, { user, client, clientSecret, token, param: params, ...files }) => {
        const stack = readStack(files.template);
        const definitions = await discoverDefinitions();
        const caller = { user_id: user, client_id: client };
        const reference = buildReference(definitions.endpoints);
        const application =
          clientSecret === undefined
            ? await findDemonstrationApplication(files.data)
            : { client_id: client, client_secret: clientSecret };
        const context = {
          stack,
          definitions,
          reference,
          caller,
          token,
          params,
          application,
        };
        await writeJson(await buildEvent(id, context), files.file);
      },
    );
}

/** Returns the application that `npm start` prints, or undefined if there is none. */
async function findDemonstrationApplication(data: string) {
  const file = getDemonstrationFile(data);
  const { client_id, client_secret } = await readDemonstration(file);
  if (client_id === undefined || client_secret === undefined) return undefined;
  return { client_id, client_secret };
}

/** Writes a file, or prints what it would have. */
async function writeJson(value: unknown, file: string | undefined): Promise<void> {
  const text = JSON.stringify(value, undefined, 2);
  if (file === undefined) console.log(text);
  else await replaceFile(file, `${text}\n`);
}

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { App, CloudFormationValidatePlugin } from 'aws-cdk-lib';

/**
 * Lists what the schemas of CloudFormation do not allow in a template. Works in a thread of its
 * own: whenever the engine of the CDK needs more memory, V8 marks all objects of the thread, which
 * takes most of the time in a thread that has synthesized stacks.
 */
export async function listSchemaViolations(template: object): Promise<string[]> {
  const thread = new Worker(import.meta.filename, { workerData: template });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  thread.once('message', resolve).once('error', reject);
  return promise;
}

function validate(template: object): string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'fitness-template-'));
  const templatePath = join(folder.path, 'template.json');
  writeFileSync(templatePath, JSON.stringify(template));
  const stack = { templatePath, stackConstructPath: 'FitnessDataStack' };
  const { violations } = new CloudFormationValidatePlugin().validate({
    templatePaths: [templatePath],
    stackTemplates: [{ ...stack, accountId: undefined, region: undefined }],
    appConstruct: new App(),
  });
  const errors = violations.filter(({ severity }) => severity === 'error');
  return errors.map(({ ruleName, description, violatingResources }) => {
    const ids = violatingResources.map(({ resourceLogicalId }) => resourceLogicalId);
    return `${ids.join(', ')}: ${ruleName}: ${description}`;
  });
}

if (!isMainThread && parentPort) parentPort.postMessage(validate(workerData));

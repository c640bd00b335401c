import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { codeMembers } from '#lib/build/inputs.ts';
import { listSchemaViolations } from '#lib/cloud/schema-violations.ts';
import type { EndpointEntry } from '#lib/endpoints.ts';
import { endpoints, template } from '../built-stack.ts';
import type { SynthesizedResource, SynthesizedTemplate } from '../template.ts';
import {
  configuredEndpoints,
  namedEndpoints,
  namedStack,
  settings,
  stackName,
} from './stacks.ts';
import { type Synthesis, synthesizeStack } from './synthesize-stack.ts';

/**
 * Removes the code of functions. The stub bundles are elsewhere, and vitest changes the source text
 * that the CDN runs.
 */
function removeCode({ Resources, ...others }: SynthesizedTemplate) {
  const resources = Object.entries(Resources).map(([id, resource]) => [
    id,
    /::Function$/.test(resource.Type) ? removeFunctionCode(resource) : resource,
  ]);
  return { ...others, Resources: Object.fromEntries(resources) };
}

const removeFunctionCode = ({
  Properties,
  Metadata,
  ...others
}: SynthesizedResource) => ({
  ...others,
  Properties: { ...Properties, Code: undefined, FunctionCode: undefined },
  Metadata: { ...Metadata, 'aws:asset:path': undefined },
});

/** Replaces the members of an endpoint that only code and documentation use. */
function replaceCodeMembers({ endpoint, ...ids }: EndpointEntry): EndpointEntry {
  const changed = { ...endpoint, summary: 'Another summary', responses: {} };
  for (const name of codeMembers) {
    if (name !== 'summary' && name !== 'responses') delete changed[name];
  }
  return { ...ids, endpoint: changed };
}

/**
 * Synthesizes the stack of this service, with other members of endpoints that only code and
 * documentation use. Throws unless it passes the AwsSolutions rules.
 */
function synthesizeCheckedStack(): Synthesis {
  const addRules = (app: App) =>
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return synthesizeStack({ endpoints: endpoints.map(replaceCodeMembers) }, {}, addRules);
}

const listTypes = ({ Resources }: SynthesizedTemplate) =>
  Object.values(Resources).map(({ Type }) => Type);

const toReplaceEndpoint = ({ endpoint }: EndpointEntry): EndpointEntry => ({
  id: 'diary/entry/replace',
  functionId: 'diary/entry/replace',
  endpoint: { ...endpoint, method: 'PUT' },
});

describe('the stack', () => {
  let checked: Synthesis | undefined;
  /** Synthesizes the stack once, because that takes seconds. */
  const getChecked = () => {
    checked ??= synthesizeCheckedStack();
    return checked;
  };

  it('has only acknowledged findings of the AwsSolutions rules', () => {
    expect(getChecked).not.toThrow();
  });

  it('is valid by the schemas of CloudFormation, with resources of each type', async () => {
    // These settings replace resources of the stack by others.
    const { tableStreamArn, mailRegion, gatewayLogRole, ...additions } = settings;
    const definitions = { endpoints: configuredEndpoints };
    const validated = synthesizeStack(definitions, additions).template;
    const types = new Set(listTypes(validated));
    expect(listTypes(template).filter((type) => !types.has(type))).toEqual([]);
    expect(await listSchemaViolations(validated)).toEqual([]);
  });

  it('does not depend on the members of endpoints that only code and documentation use', () => {
    expect(removeCode(getChecked().template)).toEqual(removeCode(template));
  });
});

describe('an additional endpoint', () => {
  const extendedStack = synthesizeStack(
    {
      endpoints: namedEndpoints.flatMap((entry) => [entry, toReplaceEndpoint(entry)]),
      consumers: [],
    },
    { stackName },
  );
  const { Resources: before } = namedStack.template;
  const { Resources: after } = extendedStack.template;
  const isAdded = (id: string) => before[id] === undefined;
  const isDeployment = (id: string) => after[id]?.Type === 'AWS::ApiGateway::Deployment';

  it('needs one resource, its function', () => {
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1);
  });

  it('deploys its API again, and no other', () => {
    const deployments = Object.keys(after).filter(isDeployment);
    expect(deployments).toHaveLength(4);
    expect(deployments.filter(isAdded)).toEqual([
      expect.stringMatching(/^DiaryApiDeployment/),
    ]);
  });
});

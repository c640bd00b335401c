import { describe, expect, it } from 'vitest';
import { template } from '../built-stack.ts';
import type { SynthesizedResource, SynthesizedTemplate } from '../template.ts';
import type { Synthesis } from './synthesize-stack.ts';

/** Removes the places of the code, which the stub bundles have elsewhere. */
function removeCode({ Resources, ...others }: SynthesizedTemplate) {
  const resources = Object.entries(Resources).map(([id, resource]) => [
    id,
    resource.Type === 'AWS::Lambda::Function' ? removeFunctionCode(resource) : resource,
  ]);
  return { ...others, Resources: Object.fromEntries(resources) };
}

const removeFunctionCode = ({
  Properties,
  Metadata,
  ...others
}: SynthesizedResource) => ({
  ...others,
  Properties: { ...Properties, Code: undefined },
  Metadata: { ...Metadata, 'aws:asset:path': undefined },
});

/**
 * Tests the stack of this service, and what one more endpoint adds to a stack. `synthesize` throws
 * unless the stack passes the AwsSolutions rules.
 */
export function testServiceStack(
  synthesize: () => Synthesis,
  stack: Synthesis,
  extendedStack: Synthesis,
): void {
  describe('the stack', () => {
    let checked: Synthesis | undefined;
    /** Synthesizes the stack once, because that takes seconds. */
    const getChecked = () => {
      checked ??= synthesize();
      return checked;
    };

    it('is valid, with only acknowledged findings of the AwsSolutions rules', () => {
      expect(getChecked).not.toThrow();
    });

    it('does not depend on the members of endpoints that only code and documentation use', () => {
      expect(removeCode(getChecked().template)).toEqual(removeCode(template));
    });
  });

  describe('an additional endpoint', () => {
    const { Resources: before } = stack.template;
    const { Resources: after } = extendedStack.template;
    const isAdded = (id: string) => before[id] === undefined;
    const isDeployment = (id: string) =>
      after[id]?.Type === 'AWS::ApiGateway::Deployment';

    it('needs one resource, its function', () => {
      expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1);
    });

    it('deploys its API again, and no other', () => {
      const deployments = Object.keys(after).filter(isDeployment);
      expect(deployments).toHaveLength(3);
      expect(deployments.filter(isAdded)).toEqual([
        expect.stringMatching(/^DiaryApiDeployment/),
      ]);
    });
  });
}

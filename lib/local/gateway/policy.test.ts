import { describe, expect, it } from 'vitest';
import { allowsInvocation, parsePolicy } from './policy.ts';

const arn = 'arn:aws:execute-api:us-east-1:123456789012:api/prod/GET/v7.1/things/5';
const buildStatement = (
  Effect: string,
  Resource: unknown,
  Action: unknown = 'execute-api:Invoke',
) => ({
  Effect,
  Action,
  Resource,
});

function allowsWith(...statements: unknown[]): boolean {
  const policy = parsePolicy({ Version: '2012-10-17', Statement: statements });
  return policy !== undefined && allowsInvocation(policy, arn);
}

describe('a policy', () => {
  it.each([
    { name: 'the method itself', resource: arn },
    {
      name: 'a wildcard that matches slashes',
      resource: arn.replace('GET/v7.1/things/5', '*'),
    },
    { name: 'a wildcard for one character', resource: arn.replace('/5', '/?') },
    { name: 'one of several resources', resource: ['arn:aws:s3:::other', arn] },
    { name: 'everything', resource: '*' },
  ])('allows $name', ({ resource }) => {
    expect(allowsWith(buildStatement('Allow', resource))).toBe(true);
  });

  it.each([
    ['*'],
    ['execute-api:*'],
    ['Execute-API:invoke'],
    [['execute-api:ManageConnections', 'execute-api:Invoke']],
  ])('applies to the action %j', (action) => {
    expect(allowsWith(buildStatement('Allow', '*', action))).toBe(true);
  });

  it('denies by default, for another resource and for another action', () => {
    expect(allowsWith()).toBe(false);
    expect(allowsWith(buildStatement('Allow', arn.replace('GET', 'POST')))).toBe(false);
    expect(allowsWith(buildStatement('Allow', arn.slice(0, -1)))).toBe(false);
    expect(allowsWith(buildStatement('Allow', arn.replaceAll('.', 'x')))).toBe(false);
    expect(allowsWith(buildStatement('Allow', '*', 'lambda:InvokeFunction'))).toBe(false);
  });

  it('lets an explicit Deny win', () => {
    expect(
      allowsWith(buildStatement('Allow', '*'), buildStatement('Deny', '*/things/*')),
    ).toBe(false);
    expect(
      allowsWith(buildStatement('Allow', '*'), buildStatement('Deny', '*/others/*')),
    ).toBe(true);
  });

  it.each([
    [undefined],
    ['text'],
    [{}],
    [{ Statement: [{ Effect: 'Maybe', Action: '*', Resource: '*' }] }],
    [{ Statement: [{ Effect: 'Allow', Action: '*' }] }],
    [{ Statement: { Effect: 'Allow', NotAction: 'x', Action: '*', Resource: '*' } }],
    [{ Statement: { Effect: 'Allow', Action: '*', Resource: '*', Condition: {} } }],
  ])('is rejected if it is malformed or has unsupported members: %j', (document) => {
    expect(parsePolicy(document)).toBeUndefined();
  });
});

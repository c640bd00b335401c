import { describe, expect, it } from 'vitest';
import { allowsInvocation, parsePolicy } from './policy.ts';

const arn = 'arn:aws:execute-api:us-east-1:123456789012:api/prod/GET/v7.1/things/5';
const statement = (Effect: string, Resource: unknown, Action: unknown = 'execute-api:Invoke') => ({
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
    ['the method itself', arn],
    ['a wildcard that crosses slashes', 'arn:aws:execute-api:us-east-1:123456789012:api/prod/*'],
    ['a wildcard for one character', arn.replace('/5', '/?')],
    ['one of several resources', ['arn:aws:s3:::other', arn]],
    ['everything', '*'],
  ])('allows %s', (_, resource) => {
    expect(allowsWith(statement('Allow', resource))).toBe(true);
  });

  it.each([
    ['*'],
    ['execute-api:*'],
    ['Execute-API:invoke'],
    [['execute-api:ManageConnections', 'execute-api:Invoke']],
  ])('counts for the action %j', (action) => {
    expect(allowsWith(statement('Allow', '*', action))).toBe(true);
  });

  it('says no by silence, for another resource and for another action', () => {
    expect(allowsWith()).toBe(false);
    expect(allowsWith(statement('Allow', arn.replace('GET', 'POST')))).toBe(false);
    expect(allowsWith(statement('Allow', arn.slice(0, -1)))).toBe(false);
    expect(allowsWith(statement('Allow', arn.replaceAll('.', 'x')))).toBe(false);
    expect(allowsWith(statement('Allow', '*', 'lambda:InvokeFunction'))).toBe(false);
  });

  it('lets an explicit Deny win', () => {
    expect(allowsWith(statement('Allow', '*'), statement('Deny', '*/things/*'))).toBe(false);
    expect(allowsWith(statement('Allow', '*'), statement('Deny', '*/others/*'))).toBe(true);
  });

  it.each([
    [undefined],
    ['text'],
    [{}],
    [{ Statement: [{ Effect: 'Maybe', Action: '*', Resource: '*' }] }],
    [{ Statement: [{ Effect: 'Allow', Action: '*' }] }],
    [{ Statement: { Effect: 'Allow', NotAction: 'x', Action: '*', Resource: '*' } }],
    [{ Statement: { Effect: 'Allow', Action: '*', Resource: '*', Condition: {} } }],
  ])('is not read where it is malformed or says more than the runner evaluates: %j', (document) => {
    expect(parsePolicy(document)).toBeUndefined();
  });
});

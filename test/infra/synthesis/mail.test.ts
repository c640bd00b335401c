import { describe, expect, it } from 'vitest';
import { template } from '../built-stack.ts';
import { getOnlyResource, listResources, type SynthesizedTemplate } from '../template.ts';
import { readContext } from './read-context.ts';
import { configuredStack, settings } from './stacks.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const { template: withSignUp } = configuredStack;

describe('sign-up and mail', () => {
  const { mailFrom } = settings;

  const listVariables = (stack: SynthesizedTemplate) =>
    listResources<{ Environment?: { Variables: Record<string, unknown> } }>(
      stack,
      'AWS::Lambda::Function',
    ).map(({ Properties }) => Properties.Environment?.Variables ?? {});

  it('are off by default', () => {
    const variables = listVariables(template);
    expect(variables.filter(({ SIGN_UP }) => SIGN_UP !== undefined)).not.toEqual([]);
    for (const { SIGN_UP = 'off', MAIL_FROM } of variables)
      expect([SIGN_UP, MAIL_FROM]).toEqual(['off', undefined]);
    expect(JSON.stringify(template)).not.toContain('ses:');
  });

  it('can be switched on, with mail from one address', () => {
    const variables = listVariables(withSignUp);
    expect(variables).toContainEqual(
      expect.objectContaining({ SIGN_UP: 'invited', MAIL_FROM: mailFrom }),
    );
    expect(variables).toContainEqual(
      expect.objectContaining({ MAIL_FROM: mailFrom, MAIL_REGION: 'eu-west-1' }),
    );
    const roles = JSON.stringify(listResources(withSignUp, 'AWS::IAM::Role'));
    expect(roles).toContain('"Action":"ses:SendEmail"');
    expect(roles).toContain(`"ses:FromAddress":"${mailFrom}"`);
    const identities = roles.matchAll(/:identity\/([^"]*)"/g);
    expect([...identities].map(([, identity]) => identity).sort()).toEqual(
      // A verified domain counts for its subdomains.
      ['example.com', 'mail.example.com', mailFrom],
    );
  });

  const pattern = {
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: { mail: { source: [mailFrom] } },
  };

  const findFeedbackRule = (stack: SynthesizedTemplate) =>
    listResources<{ EventPattern?: object; Targets: { InputPath?: string }[] }>(
      stack,
      'AWS::Events::Rule',
    ).find(({ Properties }) => Properties.EventPattern);

  it('of the region of the stack report bounces to the queue of mail', () => {
    const stack = synthesizeStack({ endpoints: [] }, { mailFrom }).template;
    const set = getOnlyResource(stack, 'AWS::SES::ConfigurationSet');
    expect(set.Properties).toEqual({ Name: 'FitnessDataStack' });
    const events = getOnlyResource(stack, 'AWS::SES::ConfigurationSetEventDestination');
    expect(events.Properties).toMatchObject({
      ConfigurationSetName: { Ref: set.id },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint'],
        EventBridgeDestination: { EventBusArn: expect.anything() },
      },
    });
    expect(listVariables(stack)).toContainEqual(
      expect.objectContaining({ MAIL_CONFIGURATION_SET: { Ref: set.id } }),
    );
    const rule = findFeedbackRule(stack);
    expect(rule?.Properties.EventPattern).toEqual(pattern);
    expect(rule?.Properties.Targets).toMatchObject([{ InputPath: '$.detail' }]);
    const policies = JSON.stringify(listResources(stack, 'AWS::SQS::QueuePolicy'));
    expect(policies.match(/events\.amazonaws\.com/g)).toHaveLength(1);
    expect(policies).toContain('"aws:SourceArn"');
    const roles = JSON.stringify(listResources(stack, 'AWS::IAM::Role'));
    expect(roles).toContain(':configuration-set/');
  });

  it('of another region report bounces if the operator passes them on', () => {
    expect(listResources(withSignUp, 'AWS::SES::ConfigurationSet')).toEqual([]);
    expect(findFeedbackRule(withSignUp)?.Properties.EventPattern).toEqual(pattern);
    const variables = listVariables(withSignUp);
    const named = variables.filter(
      ({ MAIL_CONFIGURATION_SET }) => MAIL_CONFIGURATION_SET,
    );
    expect(named).toEqual([]);
    const roles = JSON.stringify(listResources(withSignUp, 'AWS::IAM::Role'));
    expect(roles).toContain(`:configuration-set/${settings.stackName}"`);
  });

  it('show what the operator says about the service, in functions that ask for it', () => {
    const isSilent = listVariables(template).every(
      ({ SERVICE_IDENTITY }) => SERVICE_IDENTITY === undefined,
    );
    expect(isSilent).toBe(true);
    const SERVICE_IDENTITY = JSON.stringify({
      name: settings.serviceName,
      contact_url: `mailto:${settings.contact}`,
      privacy_url: settings.privacyUrl,
      terms_url: settings.termsUrl,
    });
    expect(listVariables(withSignUp)).toContainEqual(
      expect.objectContaining({ MAIL_FROM: mailFrom, SERVICE_IDENTITY }),
    );
    expect(() => readContext({ privacyUrl: 'http://example.com/' })).toThrow(
      'The context value privacyUrl must be an https URL',
    );
  });

  it('reject an unknown mode, an invalid address, and sign-up without mail', () => {
    expect(() => readContext({ mailFrom, signUp: 'yes' })).toThrow(
      'The context value signUp must be one of off, invited, open, not yes.',
    );
    expect(() => readContext({ mailFrom: 'Fitness <a@b.example>' })).toThrow(
      'The context value mailFrom must be an address such as no-reply@example.com',
    );
    expect(() => readContext({ signUp: 'open' })).toThrow(
      'signUp=open sends mail: add --context mailFrom=<address>',
    );
  });
});

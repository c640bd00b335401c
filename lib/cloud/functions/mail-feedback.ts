import { Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  CfnConfigurationSet,
  CfnConfigurationSetEventDestination,
} from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { MailSender } from './resource-access.ts';

/**
 * The configuration set by which Amazon SES reports the bounces and complaints of the stack's mail
 * to the event bus of its region. Its name is that of the stack.
 */
export class MailConfigurationSet extends CfnConfigurationSet {
  constructor(scope: Construct, id: string) {
    const stack = Stack.of(scope);
    super(scope, id, { name: stack.stackName });
    const eventBusArn = stack.formatArn({
      service: 'events',
      resource: 'event-bus',
      resourceName: 'default',
    });
    new CfnConfigurationSetEventDestination(this, 'Feedback', {
      configurationSetName: this.ref,
      eventDestination: {
        name: 'feedback',
        enabled: true,
        matchingEventTypes: ['bounce', 'complaint'],
        eventBridgeDestination: { eventBusArn },
      },
    });
  }
}

interface MailFeedbackProps {
  sender: MailSender;
  /** The queue of the function that sends mail. */
  queue: IQueue;
}

/** Passes the bounces and complaints of the sender's mail from the event bus to a queue. */
export class MailFeedback extends Construct {
  constructor(scope: Construct, id: string, { sender, queue }: MailFeedbackProps) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: 'Bounces and complaints of the mail of this service',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        // Other programs of the account can send mail, too.
        detail: { mail: { source: [sender.from] } },
      },
      targets: [
        new SqsQueue(queue, { message: RuleTargetInput.fromEventPath('$.detail') }),
      ],
    });
  }
}

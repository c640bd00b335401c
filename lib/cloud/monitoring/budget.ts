import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../base/settings.ts';

/** The shares of a budget, in percent, of which the topic is told: when used up, when foreseen. */
const notifications = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** Adds the monthly budget of the account, in dollars, of which the topic of alarms is told. */
export function addBudget(
  scope: Construct,
  amount: number,
  { alarmTopicArn = '' }: Pick<Settings, 'alarmTopicArn'>,
): void {
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount, unit: 'USD' },
    },
    notificationsWithSubscribers: notifications.map((notification) => ({
      notification: {
        ...notification,
        comparisonOperator: 'GREATER_THAN',
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: alarmTopicArn }],
    })),
  });
}

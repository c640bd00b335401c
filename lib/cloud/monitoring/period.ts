import { Duration } from 'aws-cdk-lib';

/** The period of every metric. */
export const period = Duration.minutes(5);

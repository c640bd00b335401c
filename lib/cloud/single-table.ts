import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { collectionIndex } from '#shared/table/keys.ts';

/**
 * The one table of the service. `shared/table/keys.ts` says what lies where. It outlives the stack, and it can be taken
 * back to any second of the last 35 days.
 */
export class SingleTable extends Table {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'ttl',
      // What consumers take up: items as they were when they were removed.
      stream: StreamViewType.OLD_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.addGlobalSecondaryIndex({
      indexName: collectionIndex,
      partitionKey: { name: 'collection', type: AttributeType.STRING },
      sortKey: { name: 'collection_sk', type: AttributeType.STRING },
      // What is listed is then read by its key, so a change of an item costs no write to the index.
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}

import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { collectionIndex } from '#shared/table/keys.ts';

/**
 * The single table of the service. `shared/table/keys.ts` documents its keys. The table is retained
 * if the stack is deleted, and can be restored to any second of the last 35 days.
 */
export class SingleTable extends Table {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'ttl',
      // Consumers process deleted items, and items as they were written.
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.addGlobalSecondaryIndex({
      indexName: collectionIndex,
      partitionKey: { name: 'collection', type: AttributeType.STRING },
      sortKey: { name: 'collection_sk', type: AttributeType.STRING },
      // Listed items are read by key, so changing an item costs no write to the index.
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}

/** Returns a table outside the stack, e.g. a restored one, by the ARN of its stream. */
export function importTable(
  scope: Construct,
  id: string,
  tableStreamArn: string,
): ITable {
  const [tableArn = ''] = tableStreamArn.split('/stream/');
  return Table.fromTableAttributes(scope, id, { tableArn, tableStreamArn });
}

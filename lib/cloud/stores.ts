import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { Alias, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CorsRule,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { getKeyAlias, temporaryObjects } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import { collectionIndex } from '#shared/table/keys.ts';
import { acknowledgeNagFindings } from './base/acknowledge.ts';

/**
 * The single table of the service. `account/item-kinds.ts` documents its keys. The table stays if
 * the stack is deleted, and can be restored to any second of the last 35 days.
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

/**
 * The KMS key that wraps the data keys of providers' tokens. A function can encrypt or decrypt only
 * data with the encryption contexts that it declares. IAM policies of the account can grant other
 * access. The alias is derived from the table's name. The key is retained like the table.
 */
export class EncryptionKey extends Key {
  constructor(scope: Construct, id: string, { tableName }: { tableName: string }) {
    super(scope, id, {
      description: 'Wraps the data keys that encrypt the tokens of providers',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new Alias(this, 'Alias', {
      aliasName: getKeyAlias(tableName),
      targetKey: this,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}

/**
 * A key that signs id_tokens. Nothing stored depends on it, so a key that is no longer a setting is
 * deleted. Its last id_token has expired long before.
 */
export class IdTokenKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Signs id_tokens',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(7),
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

interface PrivateBucketProps {
  versioned?: boolean;
  /** When objects expire. Incomplete uploads always expire after a day. */
  lifecycle: LifecycleRule;
  /** When objects with some prefixes expire, if that is earlier. */
  prefixes?: readonly (LifecycleRule & { prefix: string })[];
  cors?: CorsRule[];
  /** The bucket of the logs, if requests are logged. */
  accessLogs: IBucket | undefined;
}

/** A bucket without public access. It is retained if the stack is deleted. */
class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    { versioned, lifecycle, prefixes = [], cors, accessLogs }: PrivateBucketProps,
  ) {
    const options = compact({
      versioned,
      cors,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: accessLogs && `${id}/`,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { ...lifecycle, abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...prefixes,
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    super(scope, id, options);
    acknowledgeNagFindings(this, 'AwsSolutions-S1');
  }
}

/**
 * The bucket of the access logs of the CDN and the buckets, which have IP addresses of people. They
 * are kept as long as the other logs.
 */
export class AccessLogStore extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // CloudFront writes its logs with an access control list.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(60) }],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeNagFindings(this, 'AwsSolutions-S1');
  }
}

/**
 * The bucket of uploaded originals, of exports and of files to import, which is private to the
 * stack. Deleted and overwritten images can be restored for 35 days, as in the table. An export is
 * deleted a day after its link ends, and for good another day later. The file of an import is
 * deleted when the import is done; one that was left behind after a week. Applications in browsers
 * upload parts of a file from their own pages, by signed URLs.
 */
export class ImageStore extends PrivateBucket {
  constructor(scope: Construct, id: string, accessLogs?: IBucket) {
    super(scope, id, {
      accessLogs,
      versioned: true,
      lifecycle: {
        noncurrentVersionExpiration: Duration.days(35),
        expiredObjectDeleteMarker: true,
      },
      prefixes: Object.values(temporaryObjects).map(({ prefix, days }) => ({
        prefix,
        expiration: Duration.days(days),
        noncurrentVersionExpiration: Duration.days(1),
      })),
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          // Completes the upload.
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
    });
  }
}

/**
 * The bucket of rendered variants, which only the CDN reads. Variants expire after a year, so
 * unused sizes do not accumulate. They can be rendered again from the original.
 */
export class VariantStore extends PrivateBucket {
  constructor(scope: Construct, id: string, accessLogs?: IBucket) {
    super(scope, id, { accessLogs, lifecycle: { expiration: Duration.days(365) } });
  }
}

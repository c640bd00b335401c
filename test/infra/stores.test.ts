import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface BucketPolicyProperties {
  Bucket: { Ref: string };
  PolicyDocument: {
    Statement: {
      Effect: string;
      Principal: unknown;
      Action: unknown;
      Condition: unknown;
    }[];
  };
}

/** What the policies of a bucket say. */
function listStatements(bucketId: string) {
  return listResources<BucketPolicyProperties>(template, 'AWS::S3::BucketPolicy')
    .filter(({ Properties }) => Properties.Bucket.Ref === bucketId)
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

describe('the table', () => {
  const table = getOnlyResource(template, 'AWS::DynamoDB::Table');

  it('has one key and one sparse index', () => {
    expect(table.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_collection',
          KeySchema: [
            { AttributeName: 'collection', KeyType: 'HASH' },
            { AttributeName: 'collection_sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('cannot be lost by a mistake', () => {
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    expect(table.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });
});

const buckets = listResources(template, 'AWS::S3::Bucket');

describe.each(buckets.map((bucket) => ({ bucket, id: bucket.id })))(
  'the bucket $id',
  ({ bucket }) => {
    it('is private, encrypted, and kept when the stack goes', () => {
      expect(bucket).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
      });
      expect(bucket.Properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
          ],
        },
      });
    });

    it('refuses plain HTTP', () => {
      expect(listStatements(bucket.id)).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    });
  },
);

describe('the image bucket', () => {
  const [imageBucketId = ''] = listReferences(template.Outputs.ImageBucketName?.Value);

  it('lets nobody in by its policy', () => {
    expect(listStatements(imageBucketId).map(({ Effect }) => Effect)).toEqual(['Deny']);
  });

  it('keeps what was removed for 35 days, and then forgets it for good', () => {
    expect(template.Resources[imageBucketId]?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 35 } }],
      },
    });
  });
});

describe('the CDN', () => {
  it('reads the bucket of what may be public, and nobody else does', () => {
    const variants = buckets.find(({ id }) => id.startsWith('Variants'));
    const allowed = listStatements(variants?.id ?? '').filter(
      ({ Effect }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      expect.objectContaining({
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
      }),
    ]);
  });
});

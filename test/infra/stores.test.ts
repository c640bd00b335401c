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

/** Lists the policy statements of a bucket. */
function listStatements(bucketId: string) {
  return listResources<BucketPolicyProperties>(template, 'AWS::S3::BucketPolicy')
    .filter(({ Properties }) => Properties.Bucket.Ref === bucketId)
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

describe('the table', () => {
  const table = getOnlyResource(template, 'AWS::DynamoDB::Table');

  it('has a partition key, a sort key and one index of keys', () => {
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

  it('is protected from accidental deletion', () => {
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
    it('is private, encrypted and retained if the stack is deleted', () => {
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

    it('forgets incomplete uploads after a day', () => {
      const { Rules } = bucket.Properties.LifecycleConfiguration as { Rules: object[] };
      expect(Rules[0]).toMatchObject({
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      });
    });

    it('rejects plain HTTP', () => {
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

  it('has a policy that only denies', () => {
    expect(listStatements(imageBucketId).map(({ Effect }) => Effect)).toEqual(['Deny']);
  });

  it('keeps deleted objects for 35 days, but exports for two, and imported files for seven', () => {
    expect(template.Resources[imageBucketId]?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          {
            NoncurrentVersionExpiration: { NoncurrentDays: 35 },
            ExpiredObjectDeleteMarker: true,
          },
          {
            Prefix: 'exports/',
            ExpirationInDays: 2,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          },
          {
            Prefix: 'imports/pending/',
            ExpirationInDays: 7,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
          },
        ],
      },
    });
  });

  it('lets pages of other sites upload by signed URLs, and nothing else', () => {
    expect(template.Resources[imageBucketId]?.Properties).toMatchObject({
      CorsConfiguration: {
        CorsRules: [
          { AllowedMethods: ['PUT'], AllowedOrigins: ['*'], ExposedHeaders: ['ETag'] },
        ],
      },
    });
  });
});

describe('the CDN', () => {
  it('has exclusive access to the bucket of variants by its policy', () => {
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

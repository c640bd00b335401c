import { describe, expect, it } from 'vitest';
import { synthesizeStack } from './synthesis.ts';
import { theOnly } from './template.ts';

const { template } = synthesizeStack([]);

describe('the table', () => {
  const table = theOnly(template, 'AWS::DynamoDB::Table');

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
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('cannot be lost by a mistake', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(table.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });
});

describe('the image bucket', () => {
  const bucket = theOnly(template, 'AWS::S3::Bucket');

  it('is private and encrypted', () => {
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
  });

  it('has a policy that only refuses, and refuses plain HTTP', () => {
    const { PolicyDocument } = theOnly<{ PolicyDocument: { Statement: unknown[] } }>(
      template,
      'AWS::S3::BucketPolicy',
    ).Properties;
    expect(PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  it('cannot be lost by a mistake, and forgets for good what was removed after 35 days', () => {
    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(bucket.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 35 } }] },
    });
  });
});

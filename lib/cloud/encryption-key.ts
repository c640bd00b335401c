import { RemovalPolicy } from 'aws-cdk-lib';
import { Alias, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { getKeyAlias } from '#shared/encryption/key-alias.ts';

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

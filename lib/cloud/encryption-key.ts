import { RemovalPolicy } from 'aws-cdk-lib';
import { Alias, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { getKeyAlias } from '#shared/encryption/key-alias.ts';

/**
 * The key that wraps the data keys of providers' tokens. Of all functions only the consumer that declares so may decrypt
 * with it, and none may encrypt; who else may is for the account's own policies to say. It is found by the table's name,
 * and stays as long as the table does.
 */
export class EncryptionKey extends Key {
  constructor(scope: Construct, id: string, { tableName }: { tableName: string }) {
    super(scope, id, {
      description:
        'Wraps the keys under which the fitness data service encrypts the tokens of providers',
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

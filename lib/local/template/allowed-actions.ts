import type { Stack } from './stack.ts';

/**
 * One action that a role allows on one resource, e.g. `s3:GetObject` on
 * `arn:aws:s3:::bucket/images/*`. The resource of `s3:ListBucket` ends with the allowed prefix.
 */
export interface AllowedAction {
  action: string;
  /** An ARN. A `*` at its end stands for any text. */
  resource: string;
  /** The only names that the encryption context has. Undefined if it does not matter. */
  contextNames?: readonly string[] | undefined;
}

/** A statement of an inline policy. Roles of this service only allow. */
interface Statement {
  Action: string | string[];
  Resource: string | string[];
  Condition?: {
    StringLike?: { 's3:prefix'?: string };
    /** The other condition of such a statement is that the context has each of the names. */
    'ForAllValues:StringEquals'?: { 'kms:EncryptionContextKeys'?: string[] };
  };
}

interface RoleProperties {
  Policies?: { PolicyDocument: { Statement: Statement[] } }[];
}

function listAllowedActions({ Action, Resource, Condition }: Statement): AllowedAction[] {
  const prefix = Condition?.StringLike?.['s3:prefix'];
  const contextNames =
    Condition?.['ForAllValues:StringEquals']?.['kms:EncryptionContextKeys'];
  const resources = [Resource].flat();
  return [Action].flat().flatMap((action) =>
    resources.map((resource) => ({
      action,
      resource: prefix === undefined ? resource : `${resource}/${prefix}`,
      contextNames,
    })),
  );
}

/** Reads what the roles of the stack allow, by the ARN of the role. */
export function readAllowedActions(stack: Stack): ReadonlyMap<string, AllowedAction[]> {
  const roles = stack.listResources<RoleProperties>('AWS::IAM::Role');
  return new Map(
    roles.map(({ logicalId, properties: { Policies = [] } }) => {
      const statements = Policies.flatMap(
        ({ PolicyDocument }) => PolicyDocument.Statement,
      );
      return [
        stack.getAttribute(logicalId, 'Arn'),
        statements.flatMap((statement) => listAllowedActions(statement)),
      ];
    }),
  );
}

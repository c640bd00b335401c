import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { FunctionRole } from './function-role.ts';

/**
 * The roles of functions. Functions that declare the same set of permissions share a role (decision
 * 0017).
 */
export class FunctionRoles {
  readonly #scope: Construct;
  readonly #logGroup: ILogGroup;
  readonly #roles = new Map<string, FunctionRole>();

  constructor(scope: Construct, logGroup: ILogGroup) {
    this.#scope = scope;
    this.#logGroup = logGroup;
  }

  /** Returns the role with exactly these permissions, besides writing the log. */
  get(statements: readonly PolicyStatement[]): FunctionRole {
    const id = `FunctionRole${this.#computeDigest(statements)}`;
    const existing = this.#roles.get(id);
    if (existing) return existing;

    const role = new FunctionRole(this.#scope, id, {
      statements,
      logGroup: this.#logGroup,
    });
    this.#roles.set(id, role);
    return role;
  }

  /** Computes a digest that does not depend on the order of statements. */
  #computeDigest(statements: readonly PolicyStatement[]): string {
    const stack = Stack.of(this.#scope);
    const texts = statements.map((statement) =>
      JSON.stringify(stack.resolve(statement.toStatementJson())),
    );
    const digest = createHash('sha256').update(texts.sort().join('\n')).digest('hex');
    return digest.slice(0, 12);
  }
}

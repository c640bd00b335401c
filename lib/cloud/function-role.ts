import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { TableOperation } from '../../shared/table/table.ts';

const tableActions: Record<TableOperation, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

export interface FunctionRoleProps {
  stores: Endpoint['stores'];
  table: Table;
  logGroup: ILogGroup;
}

/** The role of one function: it writes its log, and does with the stores what was declared. Nothing else. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { stores, table, logGroup }: FunctionRoleProps) {
    const statements = [
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    ];
    if (stores?.table?.length)
      statements.push(
        new PolicyStatement({
          actions: stores.table.map((operation) => tableActions[operation]),
          resources: [table.tableArn],
        }),
      );
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Function: new PolicyDocument({ statements }) },
    });
  }
}

import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import {
  type BaseUrlName,
  type Host,
  listHosts,
  mapHosts,
  mcpApiVariable,
} from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Definitions, type FunctionEntry, listApiFunctions } from '../endpoints.ts';
import { mergeNeeds } from '../function-needs.ts';
import { capitalize } from '../pascal-case.ts';
import { readSettings, type Settings } from './base/settings.ts';
import { ConsumerFunction } from './functions/consumer-function.ts';
import { buildFunctionName } from './functions/function-name.ts';
import { FunctionRoles } from './functions/function-roles.ts';
import { MailConfigurationSet, MailFeedback } from './functions/mail-feedback.ts';
import type { FunctionResources, MailSender } from './functions/resource-access.ts';
import {
  ApiFunction,
  type FunctionContext,
  ScheduledFunction,
  ServiceFunction,
} from './functions/service-function.ts';
import { StreamFunction } from './functions/stream-function.ts';
import { GatewayLogRole } from './gateway/access-log.ts';
import { HostApi, type HostApiProps } from './gateway/host-api.ts';
import { RateLimitAcl } from './gateway/rate-limit-acl.ts';
import { ImageCdn } from './images/image-cdn.ts';
import { addBudget } from './monitoring/budget.ts';
import { addLogQueries } from './monitoring/log-queries.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { type Apis, addOutputs } from './outputs.ts';
import {
  AccessLogStore,
  EncryptionKey,
  IdTokenKey,
  ImageStore,
  importTable,
  SingleTable,
  VariantStore,
} from './stores.ts';

interface FitnessDataStackProps {
  definitions: Definitions;
  /** The folder of the bundles, with `<id>/index.js` for each function. */
  bundles: string;
}

/** The whole service: APIs, functions, table, queues, images with their CDN, and monitoring. */
export class FitnessDataStack extends Stack {
  /** The operator's texts about the service. */
  readonly service: ServiceIdentity;

  constructor(
    scope: Construct,
    id: string,
    { definitions, bundles }: FitnessDataStackProps,
  ) {
    const settings = readSettings(scope);
    super(scope, id, getStackOptions(settings, id));
    this.service = settings.service;

    const { endpoints, consumers, functions } = definitions;
    const accessLogs = settings.logsAccess
      ? (new AccessLogStore(this, 'AccessLogs') as IBucket)
      : undefined;
    const resources = createFunctionResources(this, settings, accessLogs);
    const functionLog = createLog(this, 'FunctionLog');
    const accessLog = createLog(this, 'AccessLog');
    const operatorLog = createLog(this, 'OperatorLog', RetentionDays.ONE_YEAR);
    const apis = createApis(this, definitions, settings, accessLog);
    const documentation = `${apis.main.baseUrl}/v7.1/docs/`;
    const account = `${apis.auth.baseUrl}/v7.1/oauth2/account/`;
    const diary = `${apis.diary.baseUrl}/v2/diary`;
    // People type the address of the authorization host, developers those of the others.
    const startPages: Readonly<Record<Host, string>> = {
      main: documentation,
      diary: documentation,
      mcp: documentation,
      auth: account,
    };

    // Functions of the CDN get no base URLs: the base URL of the CDN depends on these functions.
    const cdnContext: FunctionContext = {
      bundles,
      resources,
      roles: new FunctionRoles(this, functionLog, settings.isTraced),
      logGroup: functionLog,
      baseUrls: {},
      logLevel: settings.logLevel,
      settings,
    };
    const cdn = new ImageCdn(this, 'ImageCdn', {
      settings,
      variants: resources.variants as IBucket,
      accessLogs,
      originFunctions: findFunctions(functions, 'cdn').map(
        ({ id: folder, definition }) => ({
          definition,
          handler: new ServiceFunction(this, folder, definition, cdnContext),
        }),
      ),
      documentation,
    });

    const context = { ...cdnContext, baseUrls: getBaseUrls(apis, cdn) };
    const createOnly = (trigger: 'authorizer' | 'fallback') => {
      const { id: folder, definition } = findOnly(functions, trigger);
      return new ApiFunction(this, folder, definition, context);
    };
    const authorizer = createOnly('authorizer');
    authorizer.addEnvironment(mcpApiVariable, apis.mcp.restApiId);
    const fallback = createOnly('fallback');
    const apiFunctions = listApiFunctions(endpoints).map(({ id: folder, ...served }) => ({
      hosts: served.endpoints.flatMap(listHosts),
      handler: new ApiFunction(this, folder, mergeNeeds(served.endpoints), context),
    }));
    for (const api of Object.values(apis)) {
      const ofHost = apiFunctions.filter(({ hosts }) => hosts.includes(api.host));
      const handlers = ofHost.map(({ handler }) => handler);
      api.deployAfter([...handlers, authorizer, fallback]);
      api.linkPages({ start: startPages[api.host], account, diary });
    }

    const consumerFunctions = consumers.map(
      (entry) => new ConsumerFunction(this, entry, context),
    );
    const streamFunction = new StreamFunction(
      this,
      { entry: findOnly(functions, 'stream'), consumers, consumerFunctions },
      context,
    );
    for (const entry of findFunctions(functions, 'schedule'))
      new ScheduledFunction(this, entry, context);
    const mailFunction = consumerFunctions.find(({ sendsMail }) => sendsMail);
    if (resources.mail && mailFunction) {
      const { queue } = mailFunction.consumerQueue;
      new MailFeedback(this, 'MailFeedback', { sender: resources.mail, queue });
    }
    if (settings.wafRateLimit) {
      new RateLimitAcl(this, 'WebAcl', {
        stages: Object.values(apis).map(({ deploymentStage }) => deploymentStage),
        rateLimit: settings.wafRateLimit,
      });
    }
    if (settings.createsGatewayLogRole) {
      const role = new GatewayLogRole(this, 'GatewayLogRole');
      // A stage with access logs requires the role.
      for (const { deploymentStage } of Object.values(apis))
        deploymentStage.node.addDependency(role);
    }
    const { rollbackAlarmArns } = new Monitoring(this, 'Monitoring', {
      apis: Object.values(apis),
      authorizer,
      cdn,
      table: resources.table,
      streamFunction,
      queues: consumerFunctions.map(({ consumerQueue }) => consumerQueue),
      functionLog,
      accessLog,
      settings,
    });
    addLogQueries(this, { functionLog, accessLog, operatorLog });
    if (settings.budget !== undefined) addBudget(this, settings.budget, settings);
    addOutputs(this, {
      apis,
      cdn,
      resources,
      settings,
      operatorLog,
      consumerFunctions,
      streamFunction,
      rollbackAlarmArns,
    });
  }
}

/**
 * Returns the options of the stack. The setting `stackName` does not change the construct's id, on
 * which the ids of resources and the file name of the template depend.
 */
function getStackOptions(settings: Settings, id: string): StackProps {
  const { stackName, terminationProtection } = settings;
  const description = 'Fitness data service';
  return compact({
    stackName,
    terminationProtection,
    description,
    // CloudFormation gives all resources the tags of the stack.
    tags: {
      ...settings.tags,
      service: 'fitness-data',
      stack: stackName ?? id,
      release: packageJson.version,
    },
    analyticsReporting: false,
    // CloudFormation limits the size of a template to 1 MB, indentation included.
    suppressTemplateIndentation: true,
  });
}

function createFunctionResources(
  scope: Construct,
  settings: Settings,
  accessLogs: IBucket | undefined,
): FunctionResources {
  const { tableStreamArn, signingKeys } = settings;
  const table = tableStreamArn
    ? importTable(scope, 'RestoredTable', tableStreamArn)
    : // CDK classes do not implement CDK interfaces under `exactOptionalPropertyTypes`.
      (new SingleTable(scope, 'Table') as ITable);
  return {
    table,
    images: new ImageStore(scope, 'Images', accessLogs),
    variants: new VariantStore(scope, 'Variants', accessLogs),
    encryptionKey: new EncryptionKey(scope, 'EncryptionKey', table),
    signingKeys: signingKeys.map(
      (number) => new IdTokenKey(scope, `SigningKey${number}`),
    ),
    mail: createMailSender(scope, settings),
  };
}

/** In another region, the operator makes a configuration set with the name of the stack. */
function createMailSender(
  scope: Construct,
  { mailFrom, mailRegion: region }: Settings,
): MailSender | undefined {
  if (mailFrom === undefined) return undefined;
  const configurationSet =
    region === undefined
      ? new MailConfigurationSet(scope, 'MailConfigurationSet').ref
      : Stack.of(scope).stackName;
  return { from: mailFrom, region, configurationSet };
}

/**
 * Creates a log that keeps its lines for longer than backups are kept, also if the stack is
 * deleted. After a restore, the erasures that the lines record are repeated.
 */
function createLog(
  scope: Construct,
  id: string,
  retention = RetentionDays.TWO_MONTHS,
): LogGroup {
  return new LogGroup(scope, id, { retention, removalPolicy: RemovalPolicy.RETAIN });
}

function createApis(
  scope: Stack,
  { endpoints, functions }: Definitions,
  settings: Settings,
  accessLog: LogGroup,
): Apis {
  const toFunctionName = (folder: string) => buildFunctionName(scope.stackName, folder);
  const authorizerName = toFunctionName(findOnly(functions, 'authorizer').id);
  const fallbackName = toFunctionName(findOnly(functions, 'fallback').id);
  const routes = endpoints.map(({ functionId, endpoint }) => ({
    endpoint,
    functionName: toFunctionName(functionId),
  }));

  const createApi = (
    host: Host,
    { metadataUrl, parent }: Partial<Pick<HostApiProps, 'metadataUrl' | 'parent'>> = {},
  ) =>
    new HostApi(scope, `${capitalize(host)}Api`, {
      host,
      routes: routes.filter(({ endpoint }) => listHosts(endpoint).includes(host)),
      authorizerName,
      fallbackName,
      metadataUrl,
      settings,
      accessLog,
      parent,
    });
  // The body of an API cannot have its own URL, so the metadata of all is on the auth host.
  const auth = createApi('auth');
  const getMetadataUrl = (host: Host) =>
    `${auth.baseUrl}/.well-known/oauth-protected-resource/${host}`;
  const main = createApi('main', { metadataUrl: getMetadataUrl('main') });
  return {
    main,
    auth,
    diary: createApi('diary', { metadataUrl: getMetadataUrl('diary') }),
    mcp: createApi('mcp', { metadataUrl: getMetadataUrl('mcp'), parent: main }),
  };
}

function getBaseUrls(apis: Apis, cdn: ImageCdn): Record<BaseUrlName, string> {
  return {
    ...mapHosts((host) => apis[host].baseUrl),
    cdn: cdn.baseUrl,
  };
}

function findFunctions(
  functions: readonly FunctionEntry[],
  trigger: FunctionDefinition['trigger'],
): FunctionEntry[] {
  return functions.filter(({ definition }) => definition.trigger === trigger);
}

/** Returns the function of a trigger that only one function has. */
function findOnly(
  functions: readonly FunctionEntry[],
  trigger: 'authorizer' | 'stream' | 'fallback',
): FunctionEntry {
  const [found] = findFunctions(functions, trigger);
  if (!found) throw new Error(`No function.ts has the trigger ${trigger}.`);
  return found;
}

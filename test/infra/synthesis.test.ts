import { testCustomDomains } from './synthesis/domains.ts';
import { testMail } from './synthesis/mail.ts';
import { testNames } from './synthesis/names.ts';
import { testRestoredTable } from './synthesis/restored-table.ts';
import { testServiceStack } from './synthesis/service-stack.ts';
import { testSettings } from './synthesis/settings.ts';
import {
  configuredStack,
  extendedStack,
  namedStack,
  synthesizeCheckedStack,
} from './synthesis/stacks.ts';

// One process tests all stacks, because loading the CDK takes longer than most syntheses.
testServiceStack(synthesizeCheckedStack, namedStack, extendedStack);
testNames(namedStack, configuredStack);
testSettings(configuredStack, namedStack);
testCustomDomains(configuredStack);
testRestoredTable(configuredStack);
testMail(configuredStack);

import type { AllowedNames } from './callers/allowed.ts';
import type { ConsoleClient } from './console/company-sign-in.ts';

export interface GatewayOptions extends AllowedNames {
  /** Where the built console lies; beside the bundles unless told. */
  readonly consoleFolder?: string | undefined;
  /** Where people sign in to the console with the company's identity. */
  readonly consoleClient?: ConsoleClient | undefined;
}

import type { AllowedNames } from './callers/allowed.ts';
import type { ConsoleClient } from './console/company-sign-in.ts';

export interface GatewayOptions extends AllowedNames {
  /** Folder of the built console; next to the bundles by default. */
  readonly consoleFolder?: string | undefined;
  /** Sign-in to the console with the company's identity. */
  readonly consoleClient?: ConsoleClient | undefined;
}

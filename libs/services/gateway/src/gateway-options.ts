import type { AllowedNames } from './callers/allowed.ts';
import type { ClientDocumentOptions } from './oauth/client-documents.ts';
import type { ConsoleClient } from './console/company-sign-in.ts';

export interface GatewayOptions extends AllowedNames {
  /** Folder of the built console; by default the folder next to the bundles. */
  readonly consoleFolder?: string | undefined;
  /** Folder of the built docs; by default the folder next to the bundles. */
  readonly docsFolder?: string | undefined;
  /** Client at the company's identity provider that signs users in to the console; absent: sign-in by key only. */
  readonly consoleClient?: ConsoleClient | undefined;
  /** Networks and authority for descriptions of OAuth clients; by default public ones. */
  readonly clientDocuments?: ClientDocumentOptions | undefined;
}

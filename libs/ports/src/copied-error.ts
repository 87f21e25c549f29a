import { CairnError, errorCatalog, type ErrorCode, type FieldIssue } from '@cairn/contracts';

/** Error in a form that survives structured clone, which would lose the class and the own fields of an error. */
export interface CopiedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly cause?: string | undefined;
}

/** Makes the form in which an error crosses threads. Its cause becomes a text. */
export function copyError({ code, message, issues, cause }: CairnError): CopiedError {
  if (cause === undefined) return { code, message, issues };
  return { code, message, issues, cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
}

/** Makes the error again on the other thread. */
export function restoreError({ code, message, issues, cause }: CopiedError): CairnError {
  return new CairnError(code in errorCatalog ? code : 'internal', message, { issues, cause });
}

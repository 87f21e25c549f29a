export { isPassing, ServerRefusal, ServerUnreachable, type RefusedField } from './failures.ts';
export { requestOf, send, type Endpoint, type RouteRequest, type SendOptions, type SentParts } from './request.ts';
export { withRetries, type RetryOptions } from './retry.ts';
export {
  apiClient,
  inBatches,
  type ApiClient,
  type ApiClientOptions,
  type ApiEndpoint,
  type CallOptions,
  type InputOf,
  type OutputOf,
} from './api-client.ts';

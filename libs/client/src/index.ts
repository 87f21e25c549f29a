export { isTransient, problemOf, ServerRefusal, ServerUnreachable, type RefusedField } from './failures.ts';
export {
  answerTo,
  requestOf,
  sendRequest,
  type Endpoint,
  type Fetch,
  type HttpAnswer,
  type RouteRequest,
  type SentParts,
} from './request.ts';
export { keepLoopbackDirect } from './loopback.ts';
export { withRetries } from './retry.ts';
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

export { maskText } from './mask-text.ts';
export { secretSpans } from './secret-spans.ts';
export { privateSpans } from './private-spans.ts';

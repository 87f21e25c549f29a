export { maskText } from './mask-text.ts';
export { secretSpans } from './secret-spans.ts';

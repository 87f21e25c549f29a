export { maskText, type MaskedText } from './mask-text.ts';
export { secretSpans } from './secret-spans.ts';

export { readIdentifiers, type IdentifierMatcher } from './identifiers.ts';

export { IDENTIFIER_FORMS_MAX, identifierParts, readIdentifiers, type IdentifierMatcher } from './identifiers.ts';

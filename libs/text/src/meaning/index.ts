export { readMeaning, type ReadableText } from './read-meaning.ts';
export {
  understoodLines,
  type GivenMeaning,
  type ReadMeaning,
  type Understanding,
  type UnderstoodRelation,
} from './understood.ts';

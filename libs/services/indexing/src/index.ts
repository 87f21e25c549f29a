export { IndexingModule } from './indexing.module.ts';
export { GenerationsModule } from './generations.module.ts';

export { RecallModule } from './recall.module.ts';

export { Recall } from './recall.ts';
export { RecallModule } from './recall.module.ts';
export { serveRecalls } from './serve-recalls.ts';

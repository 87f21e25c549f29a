export { GraphModule } from './graph.module.ts';

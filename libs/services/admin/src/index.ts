export { AdminModule } from './admin.module.ts';
export { commandLineKey, firstKey, newAdminKey, type FirstKeyOptions } from './first-key.ts';

export { AdminModule } from './admin.module.ts';
export { commandLineKey, firstKey, newAdminKey } from './first-key.ts';

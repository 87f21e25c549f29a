export { AdminModule } from './admin.module.ts';
export { firstKey, newAdminKey } from './first-key.ts';

import { retiredName } from '../features/retired-names.ts';
import { ddlOf } from '../store/ddl.ts';

/** Names of skills that were forgotten before stay unknown. */
export const retiredNamesStep = {
  name: 'retired names of skills',
  sqlite: ddlOf(retiredName, 'sqlite'),
  postgres: ddlOf(retiredName, 'postgres'),
};

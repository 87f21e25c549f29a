import { retiredName } from '../memories/retired-names.ts';
import { ddlOf } from '../kit/ddl.ts';

/** Adds the table of retired names. Names that were forgotten before this step stay unknown. */
export const retiredNamesStep = {
  name: 'retired names of skills',
  sqlite: ddlOf(retiredName, 'sqlite'),
  postgres: ddlOf(retiredName, 'postgres'),
};

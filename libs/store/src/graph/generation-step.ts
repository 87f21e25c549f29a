import type { DialectName } from '../kit/dialect.ts';
import { ddlOf } from '../kit/ddl.ts';
import { firstGraphTables, graphGeneration, graphTables } from './tables.ts';

/** Copies existing rows into the first generation. */
function carriedOver(dialect: DialectName): string {
  return graphTables
    .map((table, at) => {
      const { name } = table;
      const columns = Object.keys(firstGraphTables[at]!.columns).join(', ');
      return `
    create table ${name}_before as select * from ${name};
    drop table ${name};
    ${ddlOf(table, dialect)}
    insert into ${name} (${columns}, generation) select ${columns}, 1 from ${name}_before;
    drop table ${name}_before;`;
    })
    .join('');
}

/** Adds generations to the graph. */
export const generationStep = {
  name: 'generations of the graph',
  sqlite: `${ddlOf(graphGeneration, 'sqlite')}${carriedOver('sqlite')}`,
  postgres: `${ddlOf(graphGeneration, 'postgres')}${carriedOver('postgres')}`,
};

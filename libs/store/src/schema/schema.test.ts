import { column, defineTable } from '../kit/ddl.ts';
import { schemaOf } from './schema.ts';

describe.each(['sqlite', 'postgres'] as const)('The baseline of %s', (dialect) => {
  const songs = { name: 'song', columns: { id: column.id() }, key: ['id'], moves: true } as const;
  const baseline = (...tables: Parameters<typeof schemaOf>[1]['tables']) => schemaOf(dialect, { tables })[0]!;

  it('has another name when a table has another column', () => {
    const changed = defineTable({ ...songs, columns: { ...songs.columns, title: column.nullable(column.text()) } });

    expect(baseline(songs).name).not.toBe(baseline(changed).name);
    expect(baseline(songs).name).toBe(baseline(defineTable({ ...songs })).name);
  });

  it('has the columns and tables of its dialect alone', () => {
    const other = dialect === 'sqlite' ? 'postgres' : 'sqlite';
    const ours = defineTable({ ...songs, columns: { ...songs.columns, here: column.only(dialect, column.int()) } });
    const theirs = defineTable({ ...songs, name: 'verse', only: other });

    const { sql } = baseline(ours, theirs);

    expect(sql).toContain('"here"');
    expect(sql).not.toContain('create table verse');
    expect(schemaOf(other, { tables: [ours, theirs] })[0]!.sql).not.toContain('"here"');
  });

  it('keeps rows of organisations to themselves where the dialect can', () => {
    const ofOrganisation = defineTable({ ...songs, columns: { org_id: column.id(), ...songs.columns } });

    expect(baseline(ofOrganisation).sql.includes('alter table song enable row level security')).toBe(
      dialect === 'postgres',
    );
    expect(baseline(songs).sql).not.toContain('alter table song enable row level security');
  });
});

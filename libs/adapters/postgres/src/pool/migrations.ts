import { schemaOf } from '@cairn/store';
import { indexLoss } from './schema.ts';

/**
 * Creates the roles, which belong to the whole server. A second database may create them at the same time, or an
 * operator may have created them because this login must not create roles. A later check tests whether the login may
 * act as these roles.
 */
const roles = `
  do $$
  declare name text;
  begin
    foreach name in array array['cairn_app', 'cairn_system'] loop
      begin
        if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
      exception when duplicate_object or unique_violation then null;
      end;
      begin
        if not (select rolsuper from pg_roles where rolname = current_user) then
          execute format('grant %I to %I', name, current_user);
        end if;
      exception when insufficient_privilege then null;
      end;
    end loop;
    execute format('grant usage on schema %I to cairn_app, cairn_system', current_schema());
  end $$;`;

/** Released steps never change. A change is a new step at the end of `schemaSteps` of `libs/store`. */
export const migrations = schemaOf('postgres', { tables: [indexLoss], before: roles });

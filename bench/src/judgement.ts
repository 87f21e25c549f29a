import type { DataSet } from './data-set.ts';
import { metricsOf, type Metrics } from './metrics.ts';
import { goldOf, type View } from './views.ts';

/** Answer to one query: found ids of the data set, best first, in the form that the view judges. */
export interface Found {
  readonly id: string;
  readonly ids: readonly string[];
}

export interface Judgement {
  readonly kind: string;
  readonly metrics: Metrics;
}

/** Metrics of each answer by query id. Queries whose gold the view cannot contain are left out. */
export function judgementsOf(found: readonly Found[], view: View, data: DataSet): Map<string, Judgement> {
  const queries = new Map(data.queries.map((query) => [query.id, query]));
  return new Map(
    found.flatMap(({ id, ids }) => {
      const query = queries.get(id);
      const gold = query ? goldOf(query, view, data) : new Set<string>();
      return query && gold.size > 0 ? [[id, { kind: query.kind, metrics: metricsOf(ids, gold) }] as const] : [];
    }),
  );
}

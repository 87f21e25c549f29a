import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RecipeName } from '@cairn/contracts';
import { z } from 'zod';

const USAGE = `npm run bench:quality -- --data DIR [options]
  --part dev          the part of each set
  --set NAME          a set; may be given again, else all
  --view NAME         a view, such as messages-own, updates or contradictions; may be given again, else all
  --recipe fused      or words, or vectors
  --backend embedded  or cluster: on the servers that the environment names or that are installed here
  --out OUT           writes answers and figures as files
  --compare OLD       what changed since a run with --out OLD
  --ablation          what each part of the recipe is worth
  --confidence        whether confidence can be believed, and whether foreign topics are recognised`;

const BackendName = z.enum(['embedded', 'cluster']);
type BackendName = z.infer<typeof BackendName>;

export interface QualityRequest {
  readonly data: string;
  readonly part: string;
  readonly sets: readonly string[];
  readonly views: readonly string[] | undefined;
  readonly recipe: RecipeName;
  readonly backend: BackendName;
  readonly out: string | undefined;
  /** Folder of an earlier run, or its results.json. */
  readonly compare: string | undefined;
  readonly ablation: boolean;
  readonly confidence: boolean;
}

export function readQualityRequest(args: readonly string[]): QualityRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      set: { type: 'string', multiple: true },
      view: { type: 'string', multiple: true },
      recipe: { type: 'string', default: 'fused' },
      backend: { type: 'string', default: 'embedded' },
      out: { type: 'string' },
      compare: { type: 'string' },
      ablation: { type: 'boolean', default: false },
      confidence: { type: 'boolean', default: false },
    },
  });
  const { data, part, set, view, ...rest } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const recipe = RecipeName.safeParse(values.recipe);
  if (!recipe.success) throw new Error(`--recipe is one of ${RecipeName.options.join(', ')}`);
  const backend = BackendName.safeParse(values.backend);
  if (!backend.success) throw new Error(`--backend is one of ${BackendName.options.join(', ')}`);
  const { out, compare, ablation, confidence } = rest;
  const sets = setsIn(data, part, set);
  return {
    data,
    part,
    sets,
    views: view,
    recipe: recipe.data,
    backend: backend.data,
    out,
    compare,
    ablation,
    confidence,
  };
}

function setsIn(data: string, part: string, wanted: readonly string[] | undefined): readonly string[] {
  const present = readdirSync(data).filter((name) => existsSync(join(data, name, part, 'queries.jsonl')));
  const unknown = (wanted ?? []).filter((name) => !present.includes(name));
  if (unknown.length > 0)
    throw new Error(`no set ${unknown.join(', ')} with a part ${part}; there is ${present.join(', ')}`);
  return wanted ?? present;
}

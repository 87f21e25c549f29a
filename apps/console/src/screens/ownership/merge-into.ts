import { call, Refusal } from '../../api/client.ts';
import { formatCount } from '../../parts/counted.ts';
import { toastWithUndo } from '../../parts/toast.tsx';

interface Named {
  readonly key: string;
  readonly label: string;
}

/**
 * Makes names other names of one person, one after the other. If one of them cannot be merged, the ones before it are,
 * which the notification says, and the error names it.
 */
export async function mergeInto(names: readonly Named[], kept: Named): Promise<void> {
  const ids: string[] = [];
  try {
    for (const name of names) ids.push(await merge(name, kept));
  } finally {
    if (ids.length > 0) tell(names.slice(0, ids.length), kept, ids);
  }
}

async function merge({ key, label }: Named, kept: Named): Promise<string> {
  try {
    return (await call('mergeEntities', { body: { entity: key, into: kept.key } })).id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message, requestId, issues } = error;
    throw new Refusal(status, code, `${label}: ${message}`, requestId, issues, `merge ${label} into ${kept.label}`);
  }
}

function tell(names: readonly Named[], kept: Named, ids: readonly string[]): void {
  const what = names.length === 1 ? names[0]!.label : formatCount(names.length, 'name');
  const takeBack = async () => {
    for (const id of ids.toReversed()) await call('undoCorrection', { params: { id } });
  };
  toastWithUndo({ says: `Merged: ${what} into ${kept.label}`, takeBack });
}

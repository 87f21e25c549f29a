import type { EntityType } from './entity.ts';
import type { PathRule } from './path-rule.ts';
import type { Evidence } from './relation.ts';

/** An entity as somebody names it. */
export interface Mention {
  readonly type: EntityType;
  readonly name: string;
  readonly repository?: string;
  readonly aliases?: readonly string[];
}

/** That a relation holds, ends or never held, as one item or one line says. */
export interface Statement {
  readonly from: Mention;
  readonly type: string;
  readonly to: Mention;
  readonly says: 'holds' | 'ends' | 'denies';
  /** 0 to 1. */
  readonly confidence: number;
  /** When it was said, epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** From when and until when it holds, where that is said. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly evidence: Evidence;
}

/** A rule of an ownership file, before its owners are entities. */
export interface RuleStatement extends Omit<PathRule, 'owners' | 'evidence'> {
  readonly owners: readonly Mention[];
  readonly evidence: Evidence;
}

/** Everything that a text or a file says about a graph. */
export interface Statements {
  readonly statements: readonly Statement[];
  readonly rules: readonly RuleStatement[];
}

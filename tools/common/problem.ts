/** Kinds of faults in a deployment file. Each canary names the one that must report it. */
export type Rule =
  | 'schema'
  | 'field'
  | 'selector'
  | 'reference'
  | 'setting'
  | 'probe'
  | 'image'
  | 'hardening'
  | 'ingress'
  | 'network'
  | 'connections'
  | 'route'
  | 'replicas'
  | 'query'
  | 'runbook'
  | 'chart';

export interface Problem {
  readonly rule: Rule;
  readonly where: string;
  readonly says: string;
}

export const problem = (rule: Rule, where: string, says: string): Problem => ({ rule, where, says });

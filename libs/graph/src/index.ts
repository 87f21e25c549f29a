export { buildGraph, mentionsIn, saidRules, type Graph } from './build-graph.ts';
export {
  explainConnection,
  HOPS_MAX,
  PATHS_MAX,
  type Connection,
  type ConnectionPath,
  type ConnectionQuestion,
  type Hop,
} from './connection.ts';
export {
  DEPENDENCIES_MAX,
  dependencyChain,
  type DependencyChain,
  type DependencyNode,
  type DependencyQuestion,
} from './dependencies.ts';
export { canonicalKey, nameTokens, normaliseName, normalisePath } from './entity.ts';
export {
  ambiguousEnds,
  declarationsIn,
  declaredStatements,
  type Declaration,
  type DeclaredRelation,
  type DeclaredRule,
  type DeclaringMemory,
} from './declared.ts';
export { declaredInputs } from './declared-inputs.ts';
export { entitiesNamedIn } from './named-in-text.ts';
export { evidenceAround } from './evidence-around.ts';
export { explore, type Surroundings, type SurroundingsQuestion } from './explore.ts';
export { GraphInMemory } from './graph-in-memory.ts';
export { ownersOfName, type NamedOwnership, type NamedOwnershipQuestion } from './owners-of-name.ts';
export { matchesPath, specificity } from './path-pattern.ts';
export { rulesFor, type AppliedRule } from './path-rule.ts';
export { DEPENDS_ON, holdsAt, LOCATED_IN, owningTypes, PART_OF, teamTypes, type OwningType } from './relation.ts';
export { resolveEntity, type Resolution } from './resolve-entity.ts';
export { settle, type Settling } from './settle.ts';
export {
  whoOwns,
  type DifferingRule,
  type OwnedHow,
  type Owner,
  type Ownership,
  type OwnershipQuestion,
} from './who-owns.ts';
export { EXTRACTOR_VERSION, extractStatements, type ExtractedText } from './extract/extract.ts';
export { codeownersPaths, readCodeowners } from './files/codeowners.ts';
export { readDecisionRecord } from './files/decision-record.ts';
export { readDockerCompose } from './files/docker-compose.ts';
export { readGithubOrganisation } from './files/github-organisation.ts';
export { readOwnersAliases, readOwnersFile, type OwnersAliases } from './files/owners-file.ts';
export { readPackageManifest } from './files/package-manifest.ts';
export { type ReadStatements, type SourceFile } from './files/source-file.ts';

export { exportLineOf, idsNamedIn, readCairnExport } from './cairn-export.ts';
export {
  CLAUDE_CODE_SOURCE,
  claudeCodeProjects,
  findClaudeCodeTranscripts,
  readClaudeCodeTranscripts,
} from './claude-code.ts';
export { findNeutralJsonl, NEUTRAL_SOURCE, readNeutralJsonl, type NeutralFile } from './neutral-jsonl.ts';
export { type ImportFile, type Parsed, type Place, type ReadOptions } from './parsed.ts';
export { codeownersPaths, readCodeowners } from './graph/codeowners.ts';
export { readDecisionRecord } from './graph/decision-record.ts';
export { readDockerCompose } from './graph/docker-compose.ts';
export { readGithubOrganisation } from './graph/github-organisation.ts';
export { readOwnersAliases, readOwnersFile, type OwnersAliases } from './graph/owners-file.ts';
export { readPackageManifest } from './graph/package-manifest.ts';
export { type ReadStatements, type SourceFile } from './graph/source-file.ts';

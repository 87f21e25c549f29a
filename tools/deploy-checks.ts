// Checks Dockerfile, docker-compose.yml and k8s/ without a cluster, a container engine or a network.
//   node tools/deploy-checks.ts [schemas] [manifests] [monitoring] [chart] [compose] [dockerfile]   runs the named checks, by default all
import { parts, problemsOf } from './deploy/check.ts';
import type { PartName } from './deploy/check.ts';
import { madeByYou } from './deploy/references.ts';
import { operatorKinds } from './deploy/schemas.ts';

const asked = process.argv.slice(2);
const names = (Object.keys(parts) as PartName[]).filter((name) => asked.length === 0 || asked.includes(name));

for (const name of names) {
  const problems = problemsOf(parts[name]);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${name}: nothing wrong, ${parts[name].canary.cases.length} broken ones refused`);
}
console.log(
  `no schema at hand: ${operatorKinds.join(', ')}; not in the tree, since you make them: ${madeByYou.join(', ')}`,
);

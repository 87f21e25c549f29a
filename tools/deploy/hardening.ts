import { everyContainerOf, nameOf } from './manifests.ts';
import type { Container, Manifests, PodMaker } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';
import { isOurs } from './app-rules.ts';

/** Requires measures against intruders in a pod: no root, no privileges, a read-only system, no cluster API, limited memory. */
export const hardeningProblems = ({ podMakers }: Manifests): Problem[] =>
  podMakers.flatMap((pods) =>
    [...podLacks(pods), ...everyContainerOf(pods).flatMap(containerLacks)].map((lack) =>
      problem('hardening', nameOf(pods.resource), lack),
    ),
  );

const podLacks = ({ template: { spec } }: PodMaker): string[] => [
  ...lack(spec?.securityContext?.runAsNonRoot === true, 'may run as root'),
  ...lack(spec?.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'may make any system call'),
  ...lack(spec?.automountServiceAccountToken === false, "holds a token for the cluster's API"),
  ...lack(
    (spec?.volumes ?? []).every(({ hostPath }) => !hostPath),
    'reads the machine that it runs on',
  ),
];

const containerLacks = ({ image, securityContext, resources }: Container): string[] => [
  ...lack(securityContext?.allowPrivilegeEscalation === false, 'may gain privileges'),
  ...lack(securityContext?.capabilities?.drop?.includes('ALL') === true, 'keeps capabilities'),
  ...lack(resources?.limits?.['memory'] !== undefined, 'may take all the memory'),
  ...lack(!isOurs(image) || securityContext?.readOnlyRootFilesystem === true, 'may write to its own programs'),
];

const lack = (holds: boolean, says: string) => (holds ? [] : [says]);

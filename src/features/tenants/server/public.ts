export { changeOrganisation, type OrganisationChange } from './change-organisation.ts';
export { createOperator } from './create-operator.ts';
export {
  WrongKey,
  type ErasurePreview,
  type ErasureProof,
  type Erasing,
  type ImportFacts,
  type OnTable,
  type OrganisationPackages,
  type PackageFacts,
  type PackageInspection,
  type PackedOrganisation,
  type UploadedPackage,
} from './organisation-packages.ts';
export { logPlatform, operatorAuditor, terminalOperator, withPlatformEntry, type Operator } from './platform-log.ts';
export { organisationOf, tenantStates } from './queries/organisations.ts';
export { hasOpenWork, readOpenWork, type OpenWork } from './read-open-work.ts';
export { resumeOrganisation, suspendOrganisation, type Suspension } from './suspend-organisation.ts';
export { requireNoTask } from './tasks/require-no-task.ts';
export { takeKey } from './tasks/take-key.ts';

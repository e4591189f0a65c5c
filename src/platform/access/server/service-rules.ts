import type { Actor } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { codesOf } from '../../schema/labels.ts';
import { serviceState, type ServiceStage } from '../service-stage.ts';
import { readPolicyTable, requireKnown, valuesOf } from './policy-file.ts';

/** Whether a role may still act so in an area at a stage of the service; `access.csv` is checked separately. */
export type Serves = (stage: ServiceStage, roleId: number, area: string, act: string) => boolean;

const ROLES = codesOf('role');
const ENDED: ReadonlySet<string> = new Set<ServiceStage>(['protection', 'expired']);

const holds = (cell: string, value: string): boolean => cell === '*' || valuesOf(cell).includes(value);

/**
 * Reads `policies/service.csv`. An area without a row for a stage is closed at that stage.
 *
 * @throws PolicyError
 */
export function readService(text: string, areas: ReadonlySet<string>): Serves {
  const rows = readPolicyTable('service.csv', text, ['stage', 'areas', 'acts', 'roles']);
  for (const row of rows) {
    requireKnown(row, 'stage', ENDED, '阶段');
    requireKnown(row, 'areas', areas, '区域');
    requireKnown(row, 'roles', ROLES, '角色');
  }
  return (stage, roleId, area, act) =>
    !ENDED.has(stage) ||
    rows.some(
      ({ cells }) =>
        cells.stage === stage &&
        holds(cells.areas, area) &&
        holds(cells.acts, act) &&
        holds(cells.roles, String(roleId)),
    );
}

/** The service stage of an organisation. @param now milliseconds */
export const stageOf = ({ service }: Pick<Actor, 'service'>, now: number): ServiceStage =>
  serviceState(service, now).stage;

/**
 * Checks that the call is open at the current service stage.
 *
 * @throws AppError PSY_SERVICE_PROTECTED, PSY_SERVICE_EXPIRED where the service has ended and the call is not open
 */
export function requireService(
  serves: Serves,
  actor: Pick<Actor, 'service' | 'roleId'>,
  area: string,
  act: string,
  now: number,
): void {
  const stage = stageOf(actor, now);
  if (!serves(stage, actor.roleId, area, act))
    throw new AppError(stage === 'expired' ? 'PSY_SERVICE_EXPIRED' : 'PSY_SERVICE_PROTECTED');
}

import { OPEN } from '../../../../platform/access/server/rights.ts';
import { FEATURES } from '../../../../platform/access/software-features.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import type { LayerVerdict } from '../../../../platform/schema/server/layers.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { ALL_SCHOOLS } from '../../layer-contract.ts';
import { lastLayers } from './queries.ts';

/** A layer of an institution: the last version of what it sends for an entity to one kind of its schools. */
export interface SentLayer {
  entity: string;
  kind: number;
  version: number;
  document: unknown;
}

/** Roles that may do something with the rows of an entity at schools of some kind. */
export function schoolRolesThatMay(
  { actor, services: { access } }: OrgContext,
  { 'x-resource': { area } }: EntitySchema,
  act: string,
): number[] {
  const features = new Set<string>(FEATURES);
  return access.grants
    .rolesIn(ORG_TYPE.school)
    .filter((roleId) =>
      [1, 2, 3].some((eduLevel) =>
        access.decide({ ...actor, orgType: ORG_TYPE.school, roleId, eduLevel, features }, area, act),
      ),
    );
}

/** Entities of the product that some role of some school works with. */
export const schoolEntities = (ctx: OrgContext): EntitySchema[] =>
  ctx.services.schemas.core().filter((schema) => schoolRolesThatMay(ctx, schema, OPEN).length > 0);

/** The layers of the caller's institution. */
export async function sentLayers(read: Tx['batch'], orgId: string): Promise<readonly SentLayer[]> {
  const [layers] = await read([lastLayers(orgId)]);
  return layers;
}

/** Names of the resources that an institution brings. */
export const ownNames = ({ services: { schemas } }: OrgContext, layers: readonly SentLayer[]): string[] => {
  const core = new Set(schemas.core().map(({ $id }) => $id));
  return [...new Set(layers.map(({ entity }) => entity).filter((entity) => !core.has(entity)))];
};

/** Layers are for schools of one edu level on top of those for all. */
export const aboveOf = (layers: readonly SentLayer[], entity: string, kind: number): unknown[] =>
  kind === ALL_SCHOOLS
    ? []
    : layers.filter((one) => one.entity === entity && one.kind === ALL_SCHOOLS).map(({ document }) => document);

/** Validates a document as the layer of an entity. @throws AppError PSY_NOT_FOUND where there is no such entity */
export function validateLayer(
  ctx: OrgContext,
  layers: readonly SentLayer[],
  { entity, kind }: Pick<SentLayer, 'entity' | 'kind'>,
  document: unknown,
): LayerVerdict {
  const own = ownNames(ctx, layers);
  if (!own.includes(entity) && !schoolEntities(ctx).some(({ $id }) => $id === entity))
    throw new AppError('PSY_NOT_FOUND');
  return ctx.services.schemas.validateLayer(entity, aboveOf(layers, entity, kind), document, own);
}

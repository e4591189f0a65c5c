import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import type { studioCreate } from '../contract.ts';
import { addResource } from './add-resource.ts';

/** Initial document: a name for each row; everything else is set in the studio. */
export const firstDocument = ({ title, help, label }: Omit<BodyOf<typeof studioCreate>, 'entity'>): JsonObject => ({
  title: title.trim(),
  required: ['name'],
  'x-resource': { label: 'name', help: help ?? '' },
  properties: {
    name: {
      type: 'string',
      title: label.trim(),
      minLength: 1,
      maxLength: 50,
      'x-list': { order: 1, width: 200, sorter: true },
      'x-filter': { match: 'contains', order: 1 },
      'x-form': { on: ['create', 'edit'], order: 1 },
      'x-sheet': { import: true, export: true },
    },
  },
});

/** Creates a resource of the caller's school with one field. @throws AppError as `addResource` */
export const createResource = (
  ctx: OrgContext,
  tx: Tx,
  request: BodyOf<typeof studioCreate>,
): Promise<{ entity: string }> =>
  addResource(ctx, tx, { entity: request.entity, document: firstDocument(request), again: false, alongside: [] });

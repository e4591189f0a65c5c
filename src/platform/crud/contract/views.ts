import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, Text } from '../../contract/common.ts';
import { endpoint, type DataOf } from '../../contract/endpoint.ts';

/**
 * Everyone who may open a list may save views of it; the handler checks this, because the list is a parameter of the
 * call.
 */
const access = { auth: 'org', area: 'directory', act: 'open' } as const;
const keep = { auth: 'org', area: 'directory', act: 'keep' } as const;

/** The settings of a list under a name: filters, sort, and columns in order. Never a value that identifies a person. */
const content = {
  name: Type.String({ minLength: 1, maxLength: 20, pattern: '^\\S(.*\\S)?$' }),
  shared: Type.Boolean({ description: '本单位有权打开此列表的人员均可见' }),
  filters: Type.Record(Type.String({ maxLength: 70 }), Text(200), { maxProperties: 40 }),
  sort: Type.Optional(Text(70)),
  shown_as: Type.Optional(
    Type.String({ maxLength: 40, pattern: '^[a-z][a-z0-9_]*$', description: '视图的标识；不写就是表格' }),
  ),
  order: Type.Array(Text(64), { maxItems: 200 }),
  hidden: Type.Array(Text(64), { maxItems: 200 }),
};

const View = Type.Object({
  view_id: Type.String(),
  resource: Type.String(),
  ...content,
  own: Type.Boolean(),
  owner_name: Type.String(),
  updated_at: Instant,
});
export type View = Type.Static<typeof View>;

export const listViews = endpoint({
  name: 'views.list',
  method: 'GET',
  path: '/v1/portal/views',
  summary: '某个列表的常用视图：自己的，和本单位共享的',
  access,
  query: Type.Object({ resource: Id }, { additionalProperties: false }),
  response: Type.Object({ items: Type.Array(View) }),
});

/** For the account page: views of lists that the role may not open are left out. */
export const ownViews = endpoint({
  name: 'views.own',
  method: 'GET',
  path: '/v1/portal/own_views',
  summary: '自己的常用视图：当前角色能打开的所有列表',
  access,
  response: listOf(
    Type.Object({ ...View.properties, opens_first: Type.Boolean({ description: '打开列表时默认使用' }) }),
  ),
});
export type OwnView = DataOf<typeof ownViews>['items'][number];

export const createView = endpoint({
  name: 'views.create',
  method: 'POST',
  path: '/v1/portal/views',
  summary: '保存一个常用视图',
  access: keep,
  status: 201,
  body: Type.Object({ resource: Id, ...content }, { additionalProperties: false }),
  response: View,
  bodyLimit: 32 * 1024,
});

export const updateView = endpoint({
  name: 'views.update',
  method: 'PUT',
  path: '/v1/portal/views/:id',
  summary: '修改自己的常用视图',
  access: keep,
  params: idParam('id'),
  body: Type.Object(content, { additionalProperties: false }),
  response: View,
  bodyLimit: 32 * 1024,
});

export const deleteView = endpoint({
  name: 'views.delete',
  method: 'DELETE',
  path: '/v1/portal/views/:id',
  summary: '删除自己的常用视图；管理员也能删除共享的',
  access: keep,
  params: idParam('id'),
  response: Done,
});

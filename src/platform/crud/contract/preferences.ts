import * as Type from 'typebox/type';
import { Done, idParam } from '../../contract/common.ts';
import { endpoint } from '../../contract/endpoint.ts';

const account = { auth: 'account' } as const;

/** A person's own display settings (columns, density …), one small document per key. */
const Preference = Type.Object(
  { value: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 64 }) },
  { additionalProperties: false },
);

export const LIST_PREFERENCE = 'list-';
/** Key of the settings of a list: order and hidden columns, density, and the saved view that it opens with. */
export const listPreference = (resource: string): string => `${LIST_PREFERENCE}${resource}`;

export const getPreference = endpoint({
  name: 'preferences.get',
  method: 'GET',
  path: '/v1/portal/users/preferences/:key',
  summary: '取个人界面设置',
  access: account,
  params: idParam('key'),
  response: Preference,
});

export const putPreference = endpoint({
  name: 'preferences.put',
  method: 'PUT',
  path: '/v1/portal/users/preferences/:key',
  summary: '存个人界面设置',
  access: account,
  params: idParam('key'),
  body: Preference,
  response: Done,
  bodyLimit: 16 * 1024,
});

import type { ServiceOptions } from '../../../platform/objects/server/service.ts';
import type { Values } from './settings.ts';

/** The object store with all its settings, or none; a part of them is a problem. */
export function readObjectStore(v: Values, problems: string[]): ServiceOptions | undefined {
  const parts = {
    OBJECT_STORE_URL: v.OBJECT_STORE_URL,
    OBJECT_STORE_BUCKET: v.OBJECT_STORE_BUCKET,
    OBJECT_STORE_KEY_ID: v.OBJECT_STORE_KEY_ID,
    OBJECT_STORE_SECRET: v.OBJECT_STORE_SECRET,
  };
  const {
    OBJECT_STORE_URL: url,
    OBJECT_STORE_BUCKET: bucket,
    OBJECT_STORE_KEY_ID: accessId,
    OBJECT_STORE_SECRET: secret,
  } = parts;
  if (url && bucket && accessId && secret)
    return { url, bucket, accessId, secret, dialect: v.OBJECT_STORE_DIALECT, region: v.OBJECT_STORE_REGION };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length < Object.keys(parts).length)
    problems.push(
      `对象存储的设置不完整，还缺 ${missing.join('、')}：请补全，或把 OBJECT_STORE_ 开头的都去掉，改用 DATA_DIR`,
    );
  return undefined;
}

import { FILE_FORMATS, type FileFormat } from './file-formats.ts';
import { isObject } from './json.ts';
import { fieldsOf, isFiles, type EntitySchema, type FieldSchema } from './types.ts';

/** Formats of a picture. */
const PICTURE_FORMATS: readonly FileFormat[] = ['png', 'jpeg'];
const MIMES: Readonly<Record<FileFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
};
const NAMES: Readonly<Record<FileFormat, string>> = { png: 'PNG', jpeg: 'JPEG', mp3: 'MP3', pdf: 'PDF' };

/** At most this many files in one field. */
export const FILES_MAX = 9;
/** The largest limit of a field in MB: that of the largest format. */
export const FILE_MB_MAX = 20;
export const PICTURE_MB_MAX = 5;
const MB = 1024 * 1024;

/** Stands in a form for a file that is not uploaded; no id is so. */
export const NOT_THERE = '';

/** Formats that files of a field may have. */
export const formatsOf = ({ 'x-kind': kind, 'x-formats': formats }: FieldSchema): readonly FileFormat[] =>
  kind === 'picture' ? PICTURE_FORMATS : (formats ?? FILE_FORMATS);

const known = new WeakMap<EntitySchema, readonly [name: string, field: FieldSchema][]>();

/** The fields of files that are in use. */
export function fileFields(schema: EntitySchema): readonly [name: string, field: FieldSchema][] {
  let made = known.get(schema);
  if (!made) {
    made = fieldsOf(schema).filter(([, field]) => isFiles(field) && field['x-tenant'] === true);
    known.set(schema, made);
  }
  return made;
}

/** Key of a row on the wire with what the files of a field are (`Attachment`). No field is so called. */
export const filesKeyOf = (field: string): string => `${field}:files`;

/** The kind of record that files of a field are attached to; its id is that of the row. */
export const fileOwner = (entity: string, field: string): string => `${entity}:${field}`;

/** Entity and field of such a record; undefined for records of another kind. */
export function fieldOfOwner(owner: string): { entity: string; field: string } | undefined {
  const [entity = '', field] = owner.split(':');
  return field === undefined ? undefined : { entity, field };
}

/** The ids that a value of files has. */
export const fileIdsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter((id): id is string => typeof id === 'string');

/** Why a file may not be in a field, by its format and size. */
export function fileProblem(field: FieldSchema, { mime, size }: { mime: string; size: number }): string | undefined {
  const formats = formatsOf(field);
  if (!formats.some((format) => MIMES[format] === mime))
    return `“${field.title}”只能放 ${formats.map((format) => NAMES[format]).join('、')} 格式的文件`;
  const max = field['x-max-mb'];
  return max !== undefined && size > max * MB ? `“${field.title}”的每个文件不能超过 ${max} MB` : undefined;
}

/** Files as text: their names where the row has them (`filesKeyOf`), else their number. */
export function filesInWords({ 'x-kind': kind }: Pick<FieldSchema, 'x-kind'>, value: unknown): string {
  const files = Array.isArray(value) ? (value as unknown[]) : [];
  if (files.length === 0) return '';
  const names = files.flatMap((file) => (isObject(file) ? [String(file['media_name'] ?? '')] : []));
  return names.length > 0 ? names.join('、') : `${files.length} ${kind === 'picture' ? '张图片' : '个文件'}`;
}

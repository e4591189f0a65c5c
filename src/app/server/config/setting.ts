import * as Type from 'typebox/type';

/** The environment of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** One environment variable. */
export interface Setting<S extends Type.TSchema = Type.TSchema> {
  schema: S;
  /** Used when the variable is absent or empty. */
  fallback?: Type.Static<S>;
  /** What a correct value looks like; printed in Chinese when a value is wrong. */
  expects: string;
  /** A correct value, printed with the error. */
  example: string;
  /** What the variable does, in English, for `.readme/settings.md`. */
  about: string;
  /** The allowed values in English, for `.readme/settings.md`; only where the schema does not list them. */
  allowed?: string;
  /** The value is never printed, and may lie in a file. */
  secret?: true;
  /** The value may lie in a file although it is no secret. */
  file?: true;
}

/** Whether `NAME_FILE` may name a file with the value. */
export const mayBeFile = ({ secret, file }: Setting): boolean => Boolean(secret ?? file);

/** A group of variables, with the title of its table in `.readme/settings.md`. */
export interface SettingGroup {
  title: string;
  settings: Readonly<Record<string, Setting>>;
}

export const setting = <const S extends Type.TSchema, const O extends Omit<Setting<S>, 'schema'>>(
  schema: S,
  rest: O,
) => ({ schema, ...rest });

export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const text = (options: Type.TStringOptions) => Type.String(options);

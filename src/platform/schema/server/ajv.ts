import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { VocabularyCheck } from '../check-overlay.ts';
import { isDay, isInstant, isTime } from '../days.ts';
import type { VocabularyFailure } from '../describe-vocabulary.ts';
import { own, type JsonObject } from '../json.ts';
import { linearPattern, patternProblem } from './linear-pattern.ts';

/** Without the meta-schema, which takes most of the start time and finds nothing that strict mode does not. */
const common = { allErrors: true, strict: true, meta: false, validateSchema: false } as const;

export interface Vocabulary {
  /** Checks an entity's schema. */
  entity: VocabularyCheck;
  /** Checks `enums.json`. */
  enums: VocabularyCheck;
  /** The `x-` keywords that a field may have. */
  keywords: readonly string[];
}

/** Kept for the next reload, which rarely changes it: to compile it takes most of the time of a reload. */
let last: { text: string; vocabulary: Vocabulary } | undefined;

/** Compiles the vocabulary, unless it is the same as the last time. */
export function compileVocabulary(document: JsonObject): Vocabulary {
  const text = JSON.stringify(document);
  if (last?.text !== text) last = { text, vocabulary: compiled(document) };
  return last.vocabulary;
}

/** `verbose`, so that an error can quote the expected value. */
function compiled(document: JsonObject): Vocabulary {
  const ajv = new Ajv2020({ ...common, verbose: true, inlineRefs: false, strictTypes: false, strictRequired: false });
  ajv.addFormat('regex', (pattern: string) => patternProblem(pattern) === undefined);
  ajv.addSchema(document);
  const check =
    (validate: ValidateFunction): VocabularyCheck =>
    (checked) =>
      validate(checked) ? [] : (validate.errors ?? []).map(withReason);
  const ofField = own(own(own(document, '$defs'), 'field'), 'properties') ?? {};
  return {
    entity: check(ajv.compile({ $ref: 'vocabulary' })),
    enums: check(ajv.compile({ $ref: 'vocabulary#/$defs/enums' })),
    keywords: Object.keys(ofField).filter((name) => name.startsWith('x-')),
  };
}

/** Adds to a refused pattern why it is refused. */
const withReason = (error: ErrorObject): VocabularyFailure =>
  error.keyword === 'format' && typeof error.data === 'string'
    ? { ...error, reason: patternProblem(error.data) }
    : error;

/** Patterns are matched in linear time. Ajv wants the code that makes one in compiled source, which is not used. */
const regExp = Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' });

/**
 * For input: strict, so that a keyword outside the vocabulary fails, but formatted text has a length; days and instants
 * as the database takes them.
 */
export function inputAjv(keywords: readonly string[]): Ajv2020 {
  const ajv = new Ajv2020({ ...common, strictTypes: false, code: { regExp } });
  addFormats(ajv, { formats: ['email', 'uri'] });
  return ajv
    .addFormat('date', isDay)
    .addFormat('date-time', isInstant)
    .addFormat('time', isTime)
    .addVocabulary([...keywords]);
}

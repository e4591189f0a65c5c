import { own, pointer } from './json.ts';
import { nearest, type Finding } from './problem.ts';

/** A failed keyword of the vocabulary, as Ajv reports it with `verbose`. */
export interface VocabularyFailure {
  instancePath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  /** The part of the vocabulary that failed; its `description` says what is expected. */
  parentSchema?: unknown;
  data?: unknown;
  /** Set on what fails inside `propertyNames`, which is reported itself as well. */
  propertyName?: string | undefined;
  /** Why a value of a format is refused. */
  reason?: string | undefined;
}

const REPEATS = new Set(['if', 'anyOf', '$ref', 'dependentSchemas']);

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/**
 * Errors of the vocabulary in a schema file, in Chinese; one finding per place.
 *
 * @param reference The file to look up where the vocabulary does not say what it expects
 */
export function describeVocabulary(
  failures: readonly VocabularyFailure[],
  reference = 'schemas/vocabulary.json',
): Finding[] {
  const findings = new Map<string, Finding>();
  for (const failure of failures) {
    if (failure.propertyName !== undefined || REPEATS.has(failure.keyword)) continue;
    const finding = describe(failure, reference);
    if (!findings.has(finding.pointer)) findings.set(finding.pointer, finding);
  }
  // An anyOf whose failures are all in deeper places still needs a finding.
  if (findings.size === 0)
    for (const failure of failures) findings.set(failure.instancePath, describe(failure, reference));
  return [...findings.values()];
}

function describe(failure: VocabularyFailure, reference: string): Finding {
  const { instancePath, keyword, params, parentSchema, data, reason } = failure;
  const expected = String(own(parentSchema, 'description') ?? `见 ${reference}`);
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const known = Object.keys((own(parentSchema, 'properties') ?? {}) as object);
    const meant = nearest(name, known);
    return {
      pointer: instancePath + pointer(name),
      reason: `未知关键字 ${name}`,
      fix: meant ? `改为 ${meant}` : `删去它；这里可用的关键字：${known.join('、')}`,
    };
  }
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    const description = own(own(own(parentSchema, 'properties'), name), 'description');
    return {
      pointer: instancePath,
      reason: `缺少 ${name}`,
      fix: `补上 "${name}"${typeof description === 'string' ? `（${description}）` : ''}`,
    };
  }
  if (keyword === 'propertyNames') {
    const name = String(params['propertyName']);
    return {
      pointer: instancePath + pointer(name),
      reason: `名字 ${name} 不合规定`,
      fix: String(
        own(own(parentSchema, 'propertyNames'), 'description') ??
          '字段名用小写字母、数字和下划线，以字母开头，不超过 40 个字符',
      ),
    };
  }
  if (reason !== undefined)
    return { pointer: instancePath, reason: `${expected} ${shown(data)} 不能用：${reason}`, fix: '换一种写法' };
  if (keyword === 'not') return { pointer: instancePath, reason: expected, fix: '删去它；在租户补丁中写 null' };
  const values =
    keyword === 'enum' ? params['allowedValues'] : keyword === 'const' ? [params['allowedValue']] : undefined;
  return {
    pointer: instancePath,
    reason: `值 ${shown(data)} 不对：${expected}`,
    fix: Array.isArray(values)
      ? `改为 ${values.map((value) => JSON.stringify(value)).join('、')}${values.length > 1 ? ' 之一' : ''}`
      : `按要求改写：${expected}`,
  };
}

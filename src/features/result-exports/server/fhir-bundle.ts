import type {
  Bundle,
  BundleEntry,
  CodeableConcept,
  FhirResource,
  Observation,
  Patient,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r4';
import type { FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import { bandsOf, type Pack, type ScoredDimension, type SheetState } from '../../screening/public.ts';
import { countedAnswers } from '../../screening/server/public.ts';
import { itemCode, LOINC, totalCode } from '../rules/loinc.ts';
import type { ExportedResult, ExportedSheet } from './queries.ts';

/** Chosen packs of a submitted sheet with everything that a hospital is told about them. */
export interface ReferredSheet {
  sheet: ExportedSheet;
  results: readonly ExportedResult[];
  state: SheetState;
  packs: readonly Pack[];
}

type Student = Readonly<Record<string, unknown>>;
type Asked = Exclude<Pack, { kind: 'totals' }>;
type Item = Asked['items'][number];
type Value = ReturnType<typeof countedAnswers>[number]['value'];

/** Names of what only this product knows. URNs: there is no address to look them up at. */
const OWN = 'urn:xinyu';
/** The one patient of a file. */
const PATIENT = 'patient';
const UNITS = 'http://unitsofmeasure.org';
const GENDER: Readonly<Record<string, NonNullable<Patient['gender']>>> = { 1: 'male', 2: 'female' };
const NO_DIAGNOSIS = '筛查不是诊断；分级只说明是否需要进一步了解';

const coded = (text: string, code: string | undefined): CodeableConcept => ({
  ...(code !== undefined && { coding: [{ system: LOINC, code }] }),
  text,
});
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
const reference = (id: string) => ({ reference: `${OWN}:${id}` });
const entry = (resource: FhirResource): BundleEntry<FhirResource> => ({ fullUrl: `${OWN}:${resource.id}`, resource });

function optionsFor(pack: Asked, item: Item): readonly { value: number | string; label: string }[] {
  if ('options' in item && item.options !== undefined) return item.options;
  return pack.kind === 'scale' ? (pack.options ?? []) : [];
}
const systemOf = (pack: Pack) => `${OWN}:scale:${pack.id}`;
const canonicalOf = (pack: Pack) => `${systemOf(pack)}|${pack.version}`;
const questionnaireId = (pack: Pack) => `questionnaire-${pack.id}-${pack.version.replaceAll('+', '-')}`;

function typeOf(pack: Asked, item: Item): QuestionnaireItem['type'] {
  if (optionsFor(pack, item).length > 0) return 'choice';
  if ('kind' in item && item.kind === 'text') return 'text';
  return 'kind' in item && item.kind === 'number' && item.whole !== true ? 'decimal' : 'integer';
}

function questionnaireOf(pack: Asked): Questionnaire {
  return {
    resourceType: 'Questionnaire',
    id: questionnaireId(pack),
    url: systemOf(pack),
    version: pack.version,
    title: pack.title,
    status: 'active',
    subjectType: ['Patient'],
    item: pack.items.map((item: Item): QuestionnaireItem => {
      const code = itemCode(pack.id, item.id);
      const options = optionsFor(pack, item);
      return {
        linkId: item.id,
        text: item.text,
        type: typeOf(pack, item),
        ...(code !== undefined && { code: [{ system: LOINC, code }] }),
        ...('kind' in item && item.kind === 'multiple' && { repeats: true }),
        ...(options.length > 0 && {
          answerOption: options.map(({ value, label }) => ({
            valueCoding: { system: systemOf(pack), code: String(value), display: label },
          })),
        }),
      };
    }),
  };
}

function answersTo(pack: Asked, item: Item, value: Value): QuestionnaireResponseItemAnswer[] {
  const options = optionsFor(pack, item);
  const values: readonly (number | string)[] = typeof value === 'object' ? value : [value];
  if (options.length === 0) {
    const type = typeOf(pack, item);
    return values.map((one) =>
      typeof one === 'string'
        ? { valueString: one }
        : type === 'decimal'
          ? { valueDecimal: one }
          : { valueInteger: one },
    );
  }
  return values.map((one) => ({
    valueCoding: {
      system: systemOf(pack),
      code: String(one),
      display: options.find((option) => option.value === one)?.label ?? String(one),
    },
  }));
}

/** A sheet by its place in the file: ids of the school's database mean nothing to a hospital. */
interface Placed extends ReferredSheet {
  place: number;
}

function responseOf(pack: Asked, { sheet, state, place }: Placed): QuestionnaireResponse {
  const given = new Map(countedAnswers(pack, state).map(({ item_id, value }) => [item_id, value]));
  return {
    resourceType: 'QuestionnaireResponse',
    id: `response-${place}-${pack.id}`,
    questionnaire: canonicalOf(pack),
    status: 'completed',
    subject: reference(PATIENT),
    ...(sheet.submitted_at !== null && { authored: new Date(sheet.submitted_at).toISOString() }),
    item: pack.items.flatMap((item: Item): QuestionnaireResponseItem[] => {
      const value = given.get(item.id);
      return value === undefined ? [] : [{ linkId: item.id, text: item.text, answer: answersTo(pack, item, value) }];
    }),
  };
}

/** The total of a scale; without a score the observation says so. */
function totalOf(pack: Pack, referred: Placed): Observation[] {
  const result = referred.results.find(({ scale_id }) => scale_id === pack.id);
  if (result === undefined || pack.kind === 'questionnaire') return [];
  const [total] = result.dimensions as ScoredDimension[];
  if (total === undefined) return [];
  const { sheet, place } = referred;
  const band = bandsOf(pack, total.dimension_id, result.norm_set).find(({ band_id }) => band_id === total.band_id);
  const norm = pack.normSets.find(({ id }) => id === result.norm_set);
  return [
    {
      resourceType: 'Observation',
      id: `total-${place}-${pack.id}`,
      status: 'final',
      category: [
        { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'survey' }] },
      ],
      code: coded(`${pack.title} 总分`, totalCode(pack.id)),
      subject: reference(PATIENT),
      ...(sheet.submitted_at !== null && { effectiveDateTime: new Date(sheet.submitted_at).toISOString() }),
      ...(total.score === null
        ? {
            dataAbsentReason: {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
              text: '缺答过多，没有总分',
            },
          }
        : { valueQuantity: { value: total.score, unit: '分', system: UNITS, code: '{score}' } }),
      ...(band && { interpretation: [{ text: band.title }] }),
      note: [
        {
          text: [NO_DIAGNOSIS, `量表版本 ${result.version}`, norm && `常模：${norm.title}`].filter(Boolean).join('；'),
        },
      ],
      ...(pack.kind === 'scale' && { derivedFrom: [reference(`response-${place}-${pack.id}`)] }),
    },
  ];
}

/**
 * The student as a hospital registers a patient, by name, sex and birthday. The identifier is the code of the file,
 * which the hospital quotes in its answer; numbers of the school stay at the school.
 */
function patientOf(student: Student, { code }: FileMark): Patient {
  const [name, born] = [textOf(student['child_name']), textOf(student['born_on'])];
  const gender = GENDER[textOf(student['sex']) ?? ''];
  return {
    resourceType: 'Patient',
    id: PATIENT,
    identifier: [{ system: `${OWN}:referral`, value: code }],
    ...(name !== undefined && { name: [{ text: name }] }),
    ...(gender !== undefined && { gender }),
    ...(born !== undefined && /^\d{4}-\d\d-\d\d$/.test(born) && { birthDate: born }),
  };
}

/**
 * What a hospital is given about a student: the questionnaires, the answers, and an observation for each total. Codes
 * come from a checked table; what has none is said in words.
 */
export function bundleOf({
  mark,
  student,
  sheets,
}: {
  mark: FileMark;
  student: Student;
  sheets: readonly ReferredSheet[];
}): Bundle<FhirResource> {
  const placed = sheets.map((sheet, i) => ({ ...sheet, place: i + 1 }));
  const asked = sheets.flatMap(({ packs }) => packs.filter((pack): pack is Asked => pack.kind !== 'totals'));
  const questionnaires = new Map(asked.map((pack) => [questionnaireId(pack), pack]));
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: `${OWN}:file-code`, value: mark.code },
    timestamp: new Date(mark.at).toISOString(),
    meta: { tag: [{ system: `${OWN}:log`, code: mark.logId, display: `${mark.orgName} ${mark.by}` }] },
    entry: [
      entry(patientOf(student, mark)),
      ...[...questionnaires.values()].map((pack) => entry(questionnaireOf(pack))),
      ...placed.flatMap((referred) =>
        referred.packs.flatMap((pack) => [
          ...(pack.kind === 'totals' ? [] : [entry(responseOf(pack, referred))]),
          ...totalOf(pack, referred).map(entry),
        ]),
      ),
    ],
  };
}

/** The parts of FHIR R4 (http://hl7.org/fhir/R4) that are written; `@types/fhir` 3 describes R3. */
interface Coding {
  system: string;
  code: string;
  display?: string;
}
export interface CodeableConcept {
  coding?: Coding[];
  text: string;
}
interface Reference {
  reference: string;
}
interface Identifier {
  system: string;
  value: string;
}

export interface Patient {
  resourceType: 'Patient';
  id: string;
  identifier?: Identifier[];
  name?: { text: string }[];
  gender?: 'male' | 'female' | 'other' | 'unknown';
  birthDate?: string;
}

export interface QuestionnaireItem {
  linkId: string;
  text: string;
  type: 'choice' | 'text' | 'integer' | 'decimal';
  code?: Coding[];
  repeats?: boolean;
  answerOption?: { valueCoding: Coding }[];
}
export interface Questionnaire {
  resourceType: 'Questionnaire';
  id: string;
  url: string;
  version: string;
  title: string;
  status: 'active';
  subjectType: ['Patient'];
  item: QuestionnaireItem[];
}

export type QuestionnaireResponseItemAnswer =
  | { valueCoding: Coding }
  | { valueString: string }
  | { valueInteger: number }
  | { valueDecimal: number };
export interface QuestionnaireResponseItem {
  linkId: string;
  text: string;
  answer: QuestionnaireResponseItemAnswer[];
}
export interface QuestionnaireResponse {
  resourceType: 'QuestionnaireResponse';
  id: string;
  /** Canonical: url and version. */
  questionnaire: string;
  status: 'completed';
  subject: Reference;
  authored?: string;
  item: QuestionnaireResponseItem[];
}

export interface Observation {
  resourceType: 'Observation';
  id: string;
  status: 'final';
  category: { coding: Coding[] }[];
  code: CodeableConcept;
  subject: Reference;
  effectiveDateTime?: string;
  valueQuantity?: { value: number; unit: string; system: string; code: string };
  dataAbsentReason?: CodeableConcept;
  interpretation?: CodeableConcept[];
  note?: { text: string }[];
  derivedFrom?: Reference[];
}

export type Resource = Patient | Questionnaire | QuestionnaireResponse | Observation;
export interface Bundle {
  resourceType: 'Bundle';
  type: 'collection';
  identifier: Identifier;
  timestamp: string;
  meta: { tag: Coding[] };
  entry: { fullUrl: string; resource: Resource }[];
}

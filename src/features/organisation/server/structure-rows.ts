/** A period that a school teaches (`spec §3`). */
export interface TaughtStage {
  period: number;
  edu_type?: number | undefined;
  /** Youngest first. */
  grades: readonly number[];
}

/** The rows of `edu_structures` of a school. */
export const structureRows = (org_id: string, stages: readonly TaughtStage[]) =>
  stages.map(({ period, edu_type, grades }) => ({ org_id, period, edu_type, grades: [...grades] }));

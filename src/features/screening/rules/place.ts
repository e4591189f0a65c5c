/** Where a screening is taken (`exam_place` of `schemas/enums.json`). */
export const PLACE = { own: 1, room: 2, either: 3 } as const;

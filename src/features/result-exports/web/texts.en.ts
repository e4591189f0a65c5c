export const resultExports = {
  results: {
    title: 'Export results and answers',
    about:
      'The last submitted sheet of every student within your scope: raw scores, scores and bands of every dimension, and the answer to every item. Withdrawn sheets are left out, void ones are marked. The file is packed in the background; you find it in the export task list.',
    format: 'Format',
    xlsx: 'Excel (results, variables, about this file)',
    csv: 'CSV archive (for statistics programs, with a codebook)',
    verb: 'Export',
    done: 'Packing of the results has begun',
    warning: 'The file contains answers and scores of students. Use it only as agreed, and destroy it afterwards.',
  },
  fhir: {
    title: 'Export screening data of {{name}} for a referral',
    about:
      'Items, answers and totals of the chosen scales as FHIR R4, for the hospital. The file has the name, sex and birthday of the student and no student number; its code is the number of the referral. A screening is no diagnosis. The export is logged.',
    sheets: 'Scales',
    scale: '{{title}} ({{exam}})',
    none: 'There are no results of this student to export.',
    choose: 'Choose at least one scale',
    reason: 'Reason',
    reasonHint: 'For example: agreed by the guardian, referral to the city hospital',
    reasonNeeded: 'Give a reason of at least {{n}} characters',
    verb: 'Export data',
    done: 'Packing of the screening data has begun',
  },
};

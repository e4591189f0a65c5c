export const archive = {
  about: 'Base data, cases, warnings and records of one student; whoever looks stands in the operation log',
  cases: 'Crisis cases', caseOf: 'Opened {{at}}', closed: 'Closed {{at}}', noCases: 'No case',
  warns: 'Warnings', noWarns: 'No warning', openWarn: 'Open the warning of {{at}}',
  records: 'Records', noRecords: 'No record', by: '{{name}}, {{at}}',
  comment: 'Comments of the class teacher', later: 'Test reports', laterText: 'Once psychological tests are there, their reports are listed here.',
  report: 'Crisis report', choose: 'Choose a student first', chooseText: 'Find the student under student management, and open the archive there.', toStudents: 'To student management',
};

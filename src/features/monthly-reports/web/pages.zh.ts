/** Title and purpose of the monthly report. */
export const page = {
  monthlyReport: {
    title: '心理月报',
    about: '每月的预警、个案、干预、咨询、转介和测评，与上月和去年同月比较，仅含数字',
  },
};

import type { Moment } from '#features/procurement/rules/legal-calendar-schedule.ts'

interface RunDate {
  label: string
  kind: 'day' | 'instant'
  /** What the legal calendar takes it for. */
  moment: Moment
}

/** The dates of a finished purchase, in the order in which they follow one another. */
export const RUN_DATES = {
  noticeOn: { label: '发布公告（发出邀请）', kind: 'day', moment: 'noticeAt' },
  documentsFrom: { label: '采购文件开始发出', kind: 'day', moment: 'documentSaleStart' },
  documentsTo: { label: '采购文件停止发出', kind: 'day', moment: 'documentSaleEnd' },
  deadlineAt: { label: '提交截止', kind: 'instant', moment: 'bidDeadline' },
  openedAt: { label: '开启', kind: 'instant', moment: 'openAt' },
  reviewedOn: { label: '评审完成', kind: 'day', moment: 'reviewReportAt' },
  candidatesFrom: { label: '候选人公示开始', kind: 'day', moment: 'candidateNoticeAt' },
  candidatesTo: { label: '候选人公示截止', kind: 'day', moment: 'candidateNoticeEnd' },
  awardedOn: { label: '确定供应商', kind: 'day', moment: 'awardedAt' },
  resultOn: { label: '结果公告（通知书发出）', kind: 'day', moment: 'winnerNoticeAt' },
  contractOn: { label: '签订合同', kind: 'day', moment: 'contractAt' },
} as const satisfies Record<string, RunDate>
export type RunDateName = keyof typeof RUN_DATES
export const RUN_DATE_NAMES = Object.keys(RUN_DATES) as RunDateName[]

/** The law of tenders is in force since then; nothing earlier can be held against it. */
export const EARLIEST_DAY = '2000-01-01'

/** Each of these comes no earlier than the one before it, as far as they are known. */
export const SEQUENCES: readonly (readonly RunDateName[])[] = [
  [
    'noticeOn',
    'documentsFrom',
    'deadlineAt',
    'openedAt',
    'reviewedOn',
    'candidatesFrom',
    'candidatesTo',
    'awardedOn',
    'resultOn',
    'contractOn',
  ],
  ['documentsFrom', 'documentsTo'],
  ['documentsTo', 'deadlineAt'],
]

import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** The product of the catalogue whose counts are spent: one a notice, once a company. */
export const PRODUCT = 'export'
/** Where a company finds what it has exported. */
export const LIST = '/supplier/notice-exports/list'

/** Notices of one file. */
export const MOST_NOTICES = 200
/** Bytes of one file. */
export const MOST_BYTES = 200 * 1024 * 1024
/** Files of one company that wait or are made at a time. */
export const MOST_OPEN = 20

export const ExportStatus = enumeration({
  unpaid: { value: 1, label: '待支付' },
  exporting: { value: 2, label: '导出中' },
  exported: { value: 3, label: '已导出' },
  failed: { value: 4, label: '导出失败' },
})

export type ExportState = 'chosen' | 'waiting' | 'exporting' | 'exported' | 'failed'

/** As the list shows it; what was only chosen stands in none. */
export const STATUS_OF: Readonly<Record<Exclude<ExportState, 'chosen'>, number>> = {
  waiting: ExportStatus.values.unpaid,
  exporting: ExportStatus.values.exporting,
  exported: ExportStatus.values.exported,
  failed: ExportStatus.values.failed,
}

/** What the company that asked for it may do with an export. */
export const EXPORT = statusTable<ExportState, 'start' | 'take' | 'remove', { state: ExportState }, null>(
  ({ state }) => state,
  [
    { action: 'take', label: '下载', from: ['exported'], who: () => true, primary: true },
    { action: 'start', label: '继续导出', from: ['waiting'], to: 'exporting', who: () => true, primary: true },
    { action: 'start', label: '重试', from: ['failed'], to: 'exporting', who: () => true },
    { action: 'start', label: '导出', from: ['chosen'], to: 'exporting', who: () => true },
    {
      action: 'remove',
      label: '取消',
      from: ['waiting'],
      who: () => true,
      confirm: '取消后不再等待次数到账，未扣除任何次数。',
      danger: true,
    },
    {
      action: 'remove',
      label: '删除',
      from: ['exported', 'failed'],
      who: () => true,
      confirm: '删除记录和文件。其中已付费的公告以后再导出不再扣次。',
      danger: true,
    },
  ],
)

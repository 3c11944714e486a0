import type { OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { projectDetail } from '../../../contract/project.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import type { OrderSettings } from '../../../rules/settings.ts'
import type { OrderSchedule } from './schedule-fill.ts'

export type ProjectDetail = OutputOf<typeof projectDetail>

/** What the form holds. Amounts not typed yet are undefined; files are told apart by their use. */
export interface OrderValues {
  title: string
  lotNo: number
  reviewModel: 1 | 2
  reviewMethod: number
  suite: 'intl' | 'gm'
  estimatedPrice?: string
  controlPrice?: string
  bond?: string
  documentFee?: string
  place: string
  decryptMinutes: number
  schedule: Partial<OrderSchedule>
  settings: OrderSettings
  documents: FileRef[]
  attachments: FileRef[]
  announcement: { title: string; content: RichNode | null }
}

/** Rows of a list that somebody has filled in. */
export function named<T extends { name?: string }>(rows: readonly T[] | undefined): T[] {
  return (rows ?? []).filter((row) => row?.name?.trim())
}

import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { statedWrongly, unresolvedIn } from '../notice-text.ts'
import { markSums } from './marks.ts'
import type { AnyMethod, Dates } from '../../../methods/method.ts'
import { fillWords } from '../../../methods/words.ts'
import { soleProblems } from '../../../steps/publicity/terms.ts'
import type { OrderValues } from './values.ts'

/** A section of the order form: its anchor, what it holds, and whether what publication needs of it is there. */
export interface OrderSection {
  key: string
  title: string
  /** Beginnings of the paths of its fields, `settings.ways`. */
  paths: readonly string[]
  isComplete?: (values: OrderValues, fields: FieldValues, dates: Dates) => boolean
}

const basic: OrderSection = {
  key: 'basic',
  title: '基本信息',
  paths: [''],
  isComplete: ({ title, estimatedPrice }) => Boolean(title?.trim()) && Number(estimatedPrice) > 0,
}
/** Kept apart from the form: they are chosen and removed one by one. */
const invitees: OrderSection = { key: 'invitees', title: '受邀供应商', paths: ['invitees'] }
const qualification: OrderSection = { key: 'qualification', title: '资格要求', paths: ['settings.qualifications'] }
const announcement: OrderSection = {
  key: 'announcement',
  title: '{notice}',
  paths: ['announcement'],
  isComplete: ({ announcement: text }, fields) =>
    Boolean(text?.title?.trim()) &&
    !isBlank(text.content) &&
    unresolvedIn(text, fields).length === 0 &&
    statedWrongly(text, fields).length === 0,
}
const schedule: OrderSection = {
  key: 'schedule',
  title: '时间安排',
  paths: ['schedule'],
  isComplete: ({ schedule: dates }, _, { typed }) => typed.every((name) => Boolean(dates?.[name])),
}

const TENDER_SECTIONS: readonly OrderSection[] = [
  basic,
  schedule,
  qualification,
  {
    key: 'bid-files',
    title: '投标文件要求',
    paths: ['settings.bidFiles', 'settings.marks'],
    isComplete: ({ settings }) => (settings?.bidFiles ?? []).some((file) => file?.name?.trim()),
  },
  {
    key: 'ways',
    title: '评审办法',
    paths: ['settings.ways'],
    isComplete: ({ settings, reviewMethod }) => {
      const sums = markSums(settings?.ways ?? [], reviewMethod)
      return sums.ways.length > 0 && sums.totalOk && sums.ways.every(({ problem }) => problem === '')
    },
  },
  { key: 'price', title: '价格评分', paths: ['settings.price'] },
  announcement,
  {
    key: 'files',
    title: '{documents}',
    paths: ['files', 'documents', 'attachments'],
    isComplete: ({ documents }) => (documents ?? []).length > 0,
  },
]

const AUCTION_SECTIONS: readonly OrderSection[] = [
  basic,
  {
    key: 'auction',
    title: '竞价规则',
    paths: ['settings.auction', 'controlPrice'],
    isComplete: ({ controlPrice, settings }) => Number(controlPrice) > 0 && settings?.auction !== undefined,
  },
  schedule,
  qualification,
  announcement,
  { key: 'files', title: '{documents}', paths: ['files', 'documents', 'attachments'] },
]

const PLAIN_SECTIONS: readonly OrderSection[] = [
  basic,
  {
    key: 'sole',
    title: '单一来源理由',
    paths: ['settings.sole'],
    isComplete: ({ settings }) => settings?.sole !== undefined && soleProblems(settings.sole).length === 0,
  },
  schedule,
  qualification,
  announcement,
  {
    key: 'files',
    title: '{documents}',
    paths: ['files', 'documents', 'attachments'],
    isComplete: ({ documents, attachments }) => (documents ?? []).length > 0 && (attachments ?? []).length > 0,
  },
]

/** The sections of the form of a method, by how suppliers are admitted and offers made. */
export function sectionsOf({ admission, offers, words }: AnyMethod): OrderSection[] {
  const [first, ...rest] = { sealed: TENDER_SECTIONS, live: AUCTION_SECTIONS, plain: PLAIN_SECTIONS }[offers]
  return [first!, ...(admission === 'invited' ? [invitees] : []), ...rest].map((one) => ({
    ...one,
    title: fillWords(words, one.title),
  }))
}

/** The anchor of the section that holds a field: the one with the longest fitting beginning. */
export function sectionOf(sections: readonly OrderSection[], path: readonly (string | number)[]): string {
  const name = path.join('.')
  const fitting = sections.flatMap(({ key, paths }) =>
    paths
      .filter((start) => name === start || start === '' || name.startsWith(`${start}.`))
      .map((start) => ({ key, start })),
  )
  return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.key ?? sections[0]!.key
}

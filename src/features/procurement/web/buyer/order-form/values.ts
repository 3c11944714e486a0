import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { updateOrder } from '../../../contract/order.ts'
import type { projectDetail } from '../../../contract/project.ts'
import { OrderSettings } from '../../../rules/settings.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import type { OrderDetail } from '../tones.ts'
import { AuctionTerms } from '../../../rules/auction-terms.ts'
import type { AnyMethod } from '../../../methods/method.ts'
import { USUAL } from '../../../methods/all.ts'
import { SoleTerms } from '../../../steps/publicity/terms.ts'
import { commonPlan } from './review-terms.ts'
import type { OrderSchedule } from './schedule-fill.ts'
import { NO_DATES } from './schedule-fill.ts'

export type ProjectDetail = OutputOf<typeof projectDetail>
export type OrderFieldsInput = InputOf<typeof updateOrder>['body']

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

/** A new order of a project. */
export function newValues(project: { name: string; budget: string }, method = USUAL): OrderValues {
  return {
    title: project.name,
    lotNo: 1,
    reviewModel: 1,
    reviewMethod: 1,
    suite: 'intl',
    estimatedPrice: project.budget,
    bond: '0',
    documentFee: '0',
    place: '网上开标大厅',
    decryptMinutes: 60,
    schedule: NO_DATES,
    settings: { ...OrderSettings.parse({}), ...SETTINGS[method.offers]() },
    documents: [],
    attachments: [],
    announcement: { title: `${project.name.slice(0, 190)}${method.words.announcement}`, content: null },
  }
}

/** What a new order begins with, by how offers are made. */
const SETTINGS: Readonly<Record<AnyMethod['offers'], () => Partial<OrderSettings>>> = {
  sealed: () => ({ ways: commonPlan(1) }),
  live: () => ({ bidFiles: [], marks: [], auction: AuctionTerms.parse({}) }),
  plain: () => ({ bidFiles: [], marks: [], sole: SoleTerms.parse({}) }),
}

/** A stored order as the form holds it. */
export function valuesOf(order: OrderDetail): OrderValues {
  const { title, lotNo, reviewMethod, suite, estimatedPrice, bond, documentFee, place, decryptMinutes } = order
  return {
    title,
    lotNo,
    reviewModel: order.reviewModel === 2 ? 2 : 1,
    reviewMethod,
    suite,
    estimatedPrice,
    bond,
    documentFee,
    place,
    decryptMinutes,
    ...(order.controlPrice === null ? {} : { controlPrice: order.controlPrice }),
    schedule: order.schedule,
    settings: order.settings,
    documents: order.files.filter((file) => file.kind === 'document'),
    attachments: order.files.filter((file) => file.kind === 'attachment'),
    announcement: order.announcement,
  }
}

/** A copy of an order: its content without its dates, and without the announcement's text, which holds them too. */
export function copyOf(order: OrderDetail): OrderValues {
  const { announcement, ...values } = valuesOf(order)
  return { ...values, schedule: NO_DATES, announcement: { ...announcement, content: null } }
}

/** The form as the server keeps it. Rows that nobody filled in are left out. */
export function fieldsOf(values: OrderValues): OrderFieldsInput {
  const { documents, attachments, controlPrice, settings, schedule, ...rest } = values
  const named = <T extends { name?: string }>(rows: readonly T[] | undefined) =>
    (rows ?? []).filter((row) => row?.name?.trim())
  const fileOf = (kind: 'document' | 'attachment') => (file: FileRef) => ({
    fileId: file.fileId,
    kind,
    name: file.name,
  })
  return {
    ...rest,
    title: rest.title ?? '',
    estimatedPrice: rest.estimatedPrice ?? '0',
    controlPrice: controlPrice ?? null,
    bond: rest.bond ?? '0',
    documentFee: rest.documentFee ?? '0',
    schedule: { ...NO_DATES, ...schedule, ...(settings.auction ? {} : { openAt: schedule?.bidEnd ?? null }) },
    settings: {
      ...settings,
      qualifications: named(settings.qualifications),
      ...(settings.auction && {
        auction: { ...settings.auction, maxExtensions: settings.auction.maxExtensions ?? null },
      }),
      ...(settings.sole && {
        sole: {
          ...settings.sole,
          originalAmount: settings.sole.originalAmount || null,
          experts: named(settings.sole.experts),
        },
      }),
      bidFiles: named(settings.bidFiles),
      marks: named(settings.marks),
      ways: settings.ways.map((way) => ({
        ...way,
        fullMark: way.fullMark || '0',
        items: named(way.items).map((item) => ({ ...item, fullMark: item.fullMark || '0' })),
      })),
    },
    files: [...(documents ?? []).map(fileOf('document')), ...(attachments ?? []).map(fileOf('attachment'))],
    announcement: { title: values.announcement?.title ?? '', content: values.announcement?.content ?? null },
  }
}

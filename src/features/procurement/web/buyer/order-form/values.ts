import type { InputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { updateOrder } from '../../../contract/order.ts'
import type { LowPriceRule } from '#features/evaluation/rules/low-price.ts'
import { regimeUnder } from '../../../rules/legal-calendar-schedule.ts'
import type { AnyMethod } from '../../../methods/method.ts'
import { OrderSettings } from '../../../rules/settings.ts'
import type { OrderDetail } from '../tones.ts'
import { methodFor, USUAL } from '../../../methods/all.ts'
import { STEPS } from '../../../methods/pages.ts'
import { named, type OrderValues, type ProjectDetail } from './order-values.ts'
import { NO_DATES } from './schedule-fill.ts'
import { buyersOf } from './step-buyers.ts'

type OrderFieldsInput = InputOf<typeof updateOrder>['body']

/** A new order of a project. */
export function newValues(
  project: Pick<ProjectDetail, 'name' | 'budget' | 'regime' | 'category'>,
  method = USUAL,
  failedOrder: string | null = null,
): OrderValues {
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
    settings: Object.assign(
      OrderSettings.parse({ bidFiles: [], marks: [], lowPrice: { rule: lowPriceRuleUnder(project, method) } }),
      ...buyersOf(method).map((step) => step.newSettings?.(method, failedOrder)),
    ),
    documents: [],
    attachments: [],
    announcement: { title: `${project.name.slice(0, 190)}${method.words.announcement}`, content: null },
  }
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
    settings: underRegime(order),
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
      ...Object.assign({}, ...buyersOf({ steps: STEPS }).map((step) => step.tidy?.(settings))),
    },
    files: [...(documents ?? []).map(fileOf('document')), ...(attachments ?? []).map(fileOf('attachment'))],
    announcement: { title: values.announcement?.title ?? '', content: values.announcement?.content ?? null },
  }
}

/** Of quotes the project's regime alone decides which are abnormally low, whatever a draft or the order it copies says. */
function underRegime({ settings, project, ...order }: OrderDetail): OrderDetail['settings'] {
  if (!settings.quote) return settings
  return { ...settings, lowPrice: { ...settings.lowPrice, rule: lowPriceRuleUnder(project, methodFor(order)) } }
}

function lowPriceRuleUnder(project: Parameters<typeof regimeUnder>[0], { calendar }: AnyMethod): LowPriceRule {
  return regimeUnder(project, calendar) === 'government' ? 'government' : 'comparison'
}

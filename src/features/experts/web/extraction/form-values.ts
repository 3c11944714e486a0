import type { InputOf } from '#contract/endpoint.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { extractionDetail, updateExtraction } from '../../contract-extraction.ts'
import { ExpertLibrary, ExtractionMode } from '../../rules/enums.ts'
import { type ConditionValue, EMPTY_CONDITION } from './condition-rows.tsx'
import type { Chosen } from './expert-select.tsx'

export interface ExtractionValues {
  title: string
  orderId?: string
  mode: number
  library: number
  reviewAt?: string
  place?: string
  note?: string
  replyMinutes: number
  isSecret: boolean
  byPlatform: boolean
  conditions: ConditionValue[]
  options: number[]
  units: { name: string; more: string }[]
  people: { name: string; more: string }[]
  picks: Chosen[]
  pickReason?: string
}

type Body = InputOf<typeof updateExtraction>['body']

/** A new extraction: random, from the platform's library, names secret where a project is reviewed. */
export function emptyValues(isProject: boolean): ExtractionValues {
  return {
    title: '',
    mode: ExtractionMode.values.random,
    library: ExpertLibrary.values.platform,
    replyMinutes: 120,
    isSecret: isProject,
    byPlatform: true,
    conditions: [EMPTY_CONDITION],
    options: [],
    units: [],
    people: [],
    picks: [],
  }
}

export function valuesOf({ fields, pickNames }: OutputOf<typeof extractionDetail>): ExtractionValues {
  const { avoidance, orderId, conditions, picks: _, ...rest } = fields
  return {
    ...rest,
    ...(orderId === null ? {} : { orderId }),
    conditions: conditions.length > 0 ? conditions : [EMPTY_CONDITION],
    options: [...avoidance.options],
    units: avoidance.units.map(({ name, code }) => ({ name, more: code })),
    people: avoidance.people.map(({ name, mobile }) => ({ name, more: mobile })),
    picks: pickNames.map((one) => ({ value: one.expertId, label: `${one.name}（${one.employer}）` })),
  }
}

/** What the form holds in the wire's words. */
export function bodyOf(values: ExtractionValues): Body {
  const isManual = values.mode === ExtractionMode.values.manual
  const named = (rows: { name: string; more: string }[]) => rows.filter((row) => row.name.trim() !== '')
  return {
    title: values.title,
    orderId: values.orderId ?? null,
    mode: values.mode,
    library: values.library,
    reviewAt: values.reviewAt ?? '',
    place: values.place ?? '',
    note: values.note ?? '',
    replyMinutes: values.replyMinutes,
    isSecret: !isManual && values.isSecret,
    byPlatform: values.byPlatform,
    conditions: isManual ? [] : values.conditions,
    avoidance: {
      options: values.options,
      units: named(values.units).map(({ name, more }) => ({ name, code: more.trim().toUpperCase() })),
      people: named(values.people).map(({ name, more }) => ({ name, mobile: more.trim() })),
    },
    picks: isManual ? values.picks.map((one) => one.value) : [],
    pickReason: values.pickReason ?? '',
  }
}

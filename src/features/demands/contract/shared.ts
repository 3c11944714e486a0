import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { MET } from '../rules/coverage.ts'
import { MOST_ROWS } from '../rules/fields.ts'
import { PROFILES } from '../rules/profiles.ts'
import { DEMAND_STATES, SURVEY_MODES } from '../rules/status.ts'
import { TRADE_STATES } from '../rules/trade-status.ts'

function keysOf<T extends object>(of: T) {
  return z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]])
}

export const ProfileName = keysOf(PROFILES)
export const DemandState = keysOf(DEMAND_STATES)
export const Mode = keysOf(SURVEY_MODES)
export const TradeState = keysOf(TRADE_STATES)
export const Category = z.enum(['goods', 'works', 'services'])
export const Day = z.iso.date('请选择日期')
export const reason = z.string().trim().min(2, '请填写原因').max(500)

/** An uploaded file as it is handed in, and as it is read. */
export const GivenFiles = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
  .max(20)
  .default([])
export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })

/** What is bought: the lines of a later project. */
export const DemandItem = z.object({
  lotNo: z.number().int().min(1).max(99).default(1),
  code: z.string().trim().max(60).default(''),
  name: z.string().trim().min(1, '请输入名称').max(200),
  spec: z.string().trim().max(2000).default(''),
  unit: z.string().trim().min(1, '请输入单位').max(20),
  quantity: Quantity,
  controlPrice: Quantity.nullable().default(null),
  section: z.string().trim().max(100).default(''),
  remark: z.string().trim().max(500).default(''),
})

export const Parameter = z.object({
  section: z.string().trim().max(60).default(''),
  name: z.string().trim().min(1, '请输入参数名称').max(100),
  unit: z.string().trim().max(20).default(''),
  /** What is wished, e.g. `≥ 16 GB`. */
  wished: z.string().trim().max(500).default(''),
  isMust: z.boolean().default(false),
  /** 0 to 100. */
  weight: z.number().int().min(0).max(100).default(0),
  remark: z.string().trim().max(500).default(''),
})
/** One of a version; its id is the same from version to version. */
export const KnownParameter = Parameter.extend({ parameterId: Id })

export const QUESTION_KINDS = { text: '文字', choice: '单选', number: '数值', file: '文件' } as const
export const Question = z.object({
  questionId: Id,
  kind: keysOf(QUESTION_KINDS),
  title: z.string().trim().min(1, '请输入问题').max(500),
  options: z.array(z.string().trim().min(1).max(100)).max(30).default([]),
  isRequired: z.boolean().default(false),
})

/** A row of a field that is a list, by column. */
const FieldRow = z.record(z.string().max(40), z.string().trim().max(500))

/** What somebody answers: as it is handed in. */
export const AnswerFields = z.object({
  /** The round it is meant for: what was written for an earlier one is no answer to this. */
  roundNo: z.number().int().min(1).default(1),
  solution: z.string().trim().min(1, '请填写方案说明').max(10_000),
  brand: z.string().trim().max(100).default(''),
  model: z.string().trim().max(100).default(''),
  /** Indicative, yuan; null: none is named. */
  price: Amount.nullable().default(null),
  priceNote: z.string().trim().max(500).default(''),
  cases: z.string().trim().max(5000).default(''),
  lines: z
    .array(
      z.object({
        parameterId: Id,
        met: keysOf(MET),
        value: z.string().trim().max(500).default(''),
        remark: z.string().trim().max(500).default(''),
      }),
    )
    .max(500),
  answers: z
    .array(z.object({ questionId: Id, text: z.string().trim().max(5000).default(''), files: GivenFiles }))
    .max(60)
    .default([]),
  /** What the profile asks beside, by key. */
  extras: z
    .record(z.string().max(40), z.union([z.string().trim().max(5000), z.array(FieldRow).max(MOST_ROWS)]))
    .default({}),
  files: GivenFiles,
})

/** An answer as it is read by whoever may. */
export const Answer = AnswerFields.extend({
  roundNo: z.number().int(),
  revision: z.number().int(),
  answers: z.array(z.object({ questionId: Id, text: z.string(), files: z.array(FileRef) })),
  files: z.array(FileRef),
  scan: z.array(FileRef),
  receivedOn: z.string().nullable(),
  madeByName: z.string(),
  madeAt: Instant,
})

/** A survey as far as everybody may read it. */
export const Round = z.object({
  roundNo: z.number().int(),
  version: z.number().int(),
  openedAt: Instant.nullable(),
  endsAt: Instant,
  endedAt: Instant.nullable(),
  endReason: z.string(),
})

/** What a round asked for. */
export const AskedRound = z.object({ roundNo: z.number().int(), parameters: z.array(KnownParameter) })

export const RoundChange = z.object({
  roundNo: z.number().int(),
  kind: z.enum(['moved', 'ended', 'reopened']),
  fromAt: Instant,
  toAt: Instant,
  reason: z.string(),
  madeByName: z.string(),
  madeAt: Instant,
})

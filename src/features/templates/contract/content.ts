import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { RichText } from '#features/procurement/contract/shared.ts'
import { PricePlan, ScoreDigits } from '#features/procurement/steps/review/settings.ts'
import { MOMENT_NAMES } from '../rules/moments.ts'
import type { TemplateKind } from '../rules/kinds.ts'

/*
 * What a template of each kind holds. These are the shapes of drafts: names and marks may still be missing;
 * `rules/findings.ts` says what stands in the way of publishing.
 */

const Line = z.string().trim().max(200).default('')
const Text = z.string().max(2000).default('')
const Rich = RichText.nullable().default(null)
const Mark = z.string().regex(/^(\d{1,4}(\.\d{1,2})?)?$/, '分值格式不正确')
const Bound = z.string().regex(/^(-?\d{1,12}(\.\d{1,6})?)?$/, '数值格式不正确')

export const NoticeContent = z.object({ title: Line, body: Rich })

/** Columns of the bill that the platform itself knows; an empty field is a column of the template's own. */
export const BILL_FIELDS = [
  'lotNo',
  'section',
  'code',
  'name',
  'spec',
  'unit',
  'quantity',
  'controlPrice',
  'remark',
] as const
export const COLUMN_TYPES = ['text', 'quantity', 'amount', 'integer', 'date'] as const

export const MaterialColumn = z.object({
  field: z.enum(['', ...BILL_FIELDS]).default(''),
  title: z.string().trim().max(40).default(''),
  type: z.enum(COLUMN_TYPES).default('text'),
  unit: z.string().trim().max(20).default(''),
  required: z.boolean().default(false),
  hint: z.string().trim().max(100).default(''),
  example: z.string().trim().max(200).default(''),
})
export const MaterialContent = z.object({ columns: z.array(MaterialColumn).max(40).default([]) })

export const SelectionItem = z.object({
  name: Line,
  standard: Text,
  fullMark: Mark.default('0'),
  isObjective: z.boolean().default(false),
})
export const SelectionWay = z.object({
  type: z.number().int().min(1).max(9),
  name: z.string().trim().max(100).default(''),
  itemKind: z.union([z.literal(1), z.literal(2)]),
  fullMark: Mark.default('0'),
  aggregation: z.union([z.literal(2), z.literal(3)]).default(3),
  scoreDigits: ScoreDigits.optional(),
  isAutomatic: z.boolean().default(false),
  items: z.array(SelectionItem).max(200).default([]),
})
export const SelectionContent = z.object({
  reviewMethod: z.number().int().min(1).max(7).default(1),
  committeeSize: z.number().int().min(3).max(15).default(5),
  ways: z.array(SelectionWay).max(9).default([]),
  price: PricePlan.prefault({}),
})

/** Whole percents of the browser's own speed, pitch and loudness. */
const Percent = (min: number, max: number) => z.number().int().min(min).max(max).default(100)
export const AvatarContent = z.object({
  host: z.object({
    name: z.string().trim().max(20).default(''),
    look: z.enum(['woman', 'man', 'seal']).default('woman'),
    /** A picture of the tenant's own; it takes the place of the drawn look. */
    picture: z
      .object({ fileId: Id, name: z.string().max(200), size: z.number().int().min(0) })
      .nullable()
      .default(null),
  }),
  voice: z.object({
    /** Name of a voice of the browser; empty: the first that speaks Chinese. */
    name: z.string().max(100).default(''),
    rate: Percent(50, 200),
    pitch: Percent(50, 150),
    volume: Percent(0, 100),
  }),
  lines: z.partialRecord(z.enum(MOMENT_NAMES), z.string().max(500)),
})

/** Sections of an evaluation report that hold the record; `text` holds words of the template only. */
export const REPORT_SECTIONS = [
  'facts',
  'committee',
  'bidders',
  'ways',
  'rejections',
  'ranking',
  'signing',
  'text',
] as const
export const ReportContent = z.object({
  sections: z
    .array(
      z.object({
        key: z.enum(REPORT_SECTIONS),
        title: z.string().trim().max(60).default(''),
        /** Stands before the record's part of the section. */
        intro: Rich,
      }),
    )
    .max(30)
    .default([]),
})

export const CommitmentContent = z.object({ title: Line, body: Rich })

export const PARAMETER_TYPES = ['text', 'number', 'range', 'choice', 'yes-no', 'file'] as const
export const ParameterField = z.object({
  name: z.string().trim().max(100).default(''),
  type: z.enum(PARAMETER_TYPES).default('text'),
  unit: z.string().trim().max(20).default(''),
  min: Bound.default(''),
  max: Bound.default(''),
  options: z.array(z.string().trim().max(60)).max(50).default([]),
  required: z.boolean().default(true),
  /** A substantive parameter (★): not meeting it rejects the bid. */
  isKey: z.boolean().default(false),
  hint: z.string().trim().max(200).default(''),
})
export const ParameterContent = z.object({
  groups: z
    .array(
      z.object({ name: z.string().trim().max(60).default(''), fields: z.array(ParameterField).max(100).default([]) }),
    )
    .max(30)
    .default([]),
})

export const CONTENT = {
  notice: NoticeContent,
  material: MaterialContent,
  selection: SelectionContent,
  'ai-avatar': AvatarContent,
  'review-report': ReportContent,
  'integrity-commitment': CommitmentContent,
  'demands-parameter': ParameterContent,
} as const satisfies Record<TemplateKind, z.ZodType>

export type ContentOf<K extends TemplateKind = TemplateKind> = z.output<(typeof CONTENT)[K]>

/** Content on the wire: its shape follows from the kind and is checked by it (`CONTENT`). */
export const AnyContent = z.record(z.string(), z.unknown()) as unknown as z.ZodType<ContentOf, ContentOf>

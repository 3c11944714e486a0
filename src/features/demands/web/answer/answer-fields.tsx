import type * as z from 'zod'
import type { InputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field, FormSection } from '#web/kit/form-fields.tsx'
import type { Answer, KnownParameter, Question } from '../../contract/shared.ts'
import type { answerSurvey } from '../../contract/supplier.ts'
import { profileOf } from '../../rules/profiles.ts'
import { changeOf } from '../words.ts'
import { AnswerLines, type LineValue } from './answer-lines.tsx'
import { ExtraRowsInput } from './extra-rows.tsx'
import { Replies, type ReplyValue } from './replies.tsx'

export interface AnswerValues {
  solution: string
  brand: string
  model: string
  price: string | null
  priceNote: string
  cases: string
  lines: LineValue[]
  /** Without questions, and without further fields, the form has none. */
  answers?: ReplyValue[]
  extras?: Record<string, string | Record<string, string>[]>
  files: FileRef[]
}

interface Asked {
  parameters: readonly z.output<typeof KnownParameter>[]
  questions: readonly z.output<typeof Question>[]
  profile: string
  /** Upload policy of its files. */
  use: string
  /** The round it is for, and what each round asked for. */
  roundNo: number
  earlier: readonly { roundNo: number; parameters: readonly z.output<typeof KnownParameter>[] }[]
  /** Whose own rows a spreadsheet begins with. */
  demandId?: string
}

/** What every answer is asked for, and what its profile asks beside. */
export function answerSections({
  parameters,
  questions,
  profile,
  use,
  roundNo,
  earlier,
  demandId,
}: Asked): FormSection[] {
  const asked = earlier.find((one) => one.roundNo === roundNo - 1)?.parameters
  const before = asked ? { before: asked } : {}
  return [
    {
      title: '参数应答',
      hint: '逐项选择是否满足；部分满足的请填写应答值或说明。',
      fields: [
        {
          kind: 'custom',
          name: 'lines',
          label: '参数',
          wide: true,
          control: <AnswerLines parameters={parameters} {...before} />,
        },
      ],
    },
    {
      title: '方案',
      fields: [
        { kind: 'text', name: 'brand', label: '品牌', maxLength: 100 },
        { kind: 'text', name: 'model', label: '型号', maxLength: 100 },
        { kind: 'amount', name: 'price', label: '参考报价', help: '含税总价，仅供了解市场；不公开，不作为成交依据' },
        { kind: 'text', name: 'priceNote', label: '报价说明', maxLength: 500 },
        { kind: 'area', name: 'solution', label: '方案说明', required: true, maxLength: 10_000, rows: 5 },
        { kind: 'area', name: 'cases', label: '业绩案例', maxLength: 5000, rows: 3 },
        ...profileOf(profile).answerFields.map((field): Field => {
          const { key, label, isRequired = false, help } = field
          const common = { name: `extras.${key}`, label, required: isRequired, ...(help && { help }) }
          switch (field.kind) {
            case 'rows':
              return {
                ...common,
                kind: 'custom',
                wide: true,
                control: <ExtraRowsInput field={field} profile={profile} {...(demandId && { demandId })} />,
              }
            case 'area':
              return { ...common, kind: 'area', rows: 2, maxLength: 5000 }
            case 'text':
              return { ...common, kind: 'text', maxLength: 500 }
            case 'amount':
            case 'day':
              return { ...common, kind: field.kind }
          }
        }),
        { kind: 'files', name: 'files', label: '附件', use, help: '产品样本、检测报告、证明材料等' },
      ],
    },
    ...(questions.length > 0
      ? [
          {
            title: '调研问卷',
            fields: [
              {
                kind: 'custom' as const,
                name: 'answers',
                label: '问卷',
                wide: true,
                control: <Replies questions={questions} use={use} />,
              },
            ],
          },
        ]
      : []),
  ]
}

/** What the form begins with: the answer before, or one that says nothing yet. */
export function startOf(
  { parameters, questions, roundNo, earlier }: Pick<Asked, 'parameters' | 'questions' | 'roundNo' | 'earlier'>,
  before: z.output<typeof Answer> | undefined,
): AnswerValues {
  return {
    solution: before?.solution ?? '',
    brand: before?.brand ?? '',
    model: before?.model ?? '',
    price: before?.price ?? null,
    priceNote: before?.priceNote ?? '',
    cases: before?.cases ?? '',
    lines: parameters.map((parameter) => {
      const { parameterId } = parameter
      const line = before?.lines.find((one) => one.parameterId === parameterId)
      if (!line) return { parameterId, value: '', remark: '' }
      const then = earlier
        .find((one) => one.roundNo === before!.roundNo)
        ?.parameters.find((one) => one.parameterId === parameterId)
      // What now asks for something else is answered anew; what was said before stays in sight.
      const isChanged = before!.roundNo < roundNo && (!then || changeOf(parameter, then) !== null)
      return isChanged ? { parameterId, value: line.value, remark: line.remark } : line
    }),
    answers: questions.map(({ questionId }) => {
      const reply = before?.answers.find((one) => one.questionId === questionId)
      return reply ?? { questionId, text: '', files: [] }
    }),
    extras: before?.extras ?? {},
    files: before?.files ?? [],
  }
}

/** As the call takes it; parameters that were left out are told by the server. */
export function answerBodyOf(values: AnswerValues, roundNo: number): InputOf<typeof answerSurvey>['body'] {
  const given = (files: readonly FileRef[] = []) => files.map(({ fileId, name }) => ({ fileId, name }))
  const { lines, answers = [], files, price, extras = {}, ...rest } = values
  return {
    roundNo,
    solution: rest.solution,
    brand: rest.brand,
    model: rest.model,
    priceNote: rest.priceNote,
    cases: rest.cases,
    price: price || null,
    lines: lines.flatMap(({ met, ...line }) => (met ? [{ ...line, met }] : [])),
    answers: answers.map((reply) => ({ ...reply, files: given(reply.files) })),
    extras: Object.fromEntries(
      Object.entries(extras).flatMap(([key, value]) => {
        const said = typeof value === 'string' ? value : saidRows(value ?? [])
        return said.length > 0 ? [[key, said]] : []
      }),
    ),
    files: given(files),
  }
}

/** Rows that say something, with the cells that do. */
function saidRows(rows: readonly Record<string, string>[]): Record<string, string>[] {
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([, text]) => text?.trim())))
    .filter((row) => Object.keys(row).length > 0)
}

import type * as z from 'zod'
import type { InputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { FormSection } from '#web/kit/form-fields.tsx'
import type { Answer, KnownParameter, Question } from '../../contract/shared.ts'
import type { answerSurvey } from '../../contract/supplier.ts'
import { profileOf } from '../../rules/profiles.ts'
import { AnswerLines, type LineValue } from './answer-lines.tsx'
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
  extras?: Record<string, string>
  files: FileRef[]
}

interface Asked {
  parameters: readonly z.output<typeof KnownParameter>[]
  questions: readonly z.output<typeof Question>[]
  profile: string
  /** Upload policy of its files. */
  use: string
}

/** What every answer is asked for, and what its profile asks beside. */
export function answerSections({ parameters, questions, profile, use }: Asked): FormSection[] {
  return [
    {
      title: '参数应答',
      hint: '逐项选择是否满足；部分满足的请填写应答值或说明。',
      fields: [
        { kind: 'custom', name: 'lines', label: '参数', wide: true, control: <AnswerLines parameters={parameters} /> },
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
        ...profileOf(profile).answerFields.map(({ key, label, kind, isRequired = false }) => {
          const common = { name: `extras.${key}`, label, required: isRequired }
          return kind === 'area' ? { ...common, kind, rows: 2, maxLength: 5000 } : { ...common, kind }
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
  { parameters, questions }: Pick<Asked, 'parameters' | 'questions'>,
  before: z.output<typeof Answer> | undefined,
): AnswerValues {
  return {
    solution: before?.solution ?? '',
    brand: before?.brand ?? '',
    model: before?.model ?? '',
    price: before?.price ?? null,
    priceNote: before?.priceNote ?? '',
    cases: before?.cases ?? '',
    lines: parameters.map(({ parameterId }) => {
      const line = before?.lines.find((one) => one.parameterId === parameterId)
      return line ?? { parameterId, value: '', remark: '' }
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
export function answerBodyOf(values: AnswerValues): InputOf<typeof answerSurvey>['body'] {
  const given = (files: readonly FileRef[] = []) => files.map(({ fileId, name }) => ({ fileId, name }))
  const { lines, answers = [], files, price, extras = {}, ...rest } = values
  return {
    solution: rest.solution,
    brand: rest.brand,
    model: rest.model,
    priceNote: rest.priceNote,
    cases: rest.cases,
    price: price || null,
    lines: lines.flatMap(({ met, ...line }) => (met ? [{ ...line, met }] : [])),
    answers: answers.map((reply) => ({ ...reply, files: given(reply.files) })),
    extras: Object.fromEntries(Object.entries(extras).filter(([, text]) => text)),
    files: given(files),
  }
}

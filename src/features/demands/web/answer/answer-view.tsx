import type * as z from 'zod'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { type FieldItem, FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import type { Answer, KnownParameter, Question } from '../../contract/shared.ts'
import { MET, type Met } from '../../rules/coverage.ts'
import type { AnswerField, Extras } from '../../rules/fields.ts'
import { profileOf } from '../../rules/profiles.ts'
import { nameOf, wishOf } from '../words.ts'
import { ExtraRows } from './extra-rows.tsx'

/** A field that is no list, as it is shown; lists stand below. */
function shownField(field: AnswerField, value: Extras[string] | undefined): FieldItem[] {
  if (field.kind === 'rows') return []
  const text = typeof value === 'string' ? value : ''
  const shown = field.kind === 'amount' && text ? `${formatAmount(text)} 元` : text
  return [{ label: field.label, value: <span className="kb-pre">{shown}</span>, wide: field.kind === 'area' }]
}

const TONES: Record<Met, Tone> = { yes: 'success', partly: 'warning', no: 'danger' }

interface AnswerViewProps {
  answer: z.output<typeof Answer>
  parameters: readonly z.output<typeof KnownParameter>[]
  questions: readonly z.output<typeof Question>[]
  profile: string
  /** Address of a file of the answer. */
  pathOf: (fileId: string) => string
}

/** One answer as it was handed in. */
export function AnswerView({ answer, parameters, questions, profile, pathOf }: AnswerViewProps) {
  const files = (of: (typeof answer)['files']) => <FileList files={of} pathOf={(file) => pathOf(file.fileId)} />
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '品牌', value: answer.brand },
          { label: '型号', value: answer.model },
          { label: '参考报价', value: answer.price === null ? '未填报' : `${formatAmount(answer.price)} 元` },
          { label: '报价说明', value: answer.priceNote },
          { label: '提交', value: `${answer.madeByName}，${formatTime(answer.madeAt, true)}` },
          answer.receivedOn !== null && { label: '纸质收到日期', value: answer.receivedOn },
          ...profileOf(profile).answerFields.flatMap((field) => shownField(field, answer.extras[field.key])),
          { label: '方案说明', value: <span className="kb-pre">{answer.solution}</span>, wide: true },
          { label: '业绩案例', value: <span className="kb-pre">{answer.cases}</span>, wide: true },
          { label: '附件', value: files(answer.files), wide: true },
          answer.scan.length > 0 && { label: '纸质应答扫描件', value: files(answer.scan), wide: true },
        ]}
      />
      {profileOf(profile).answerFields.map((field) => (
        <ExtraRows key={field.key} field={field} rows={answer.extras[field.key]} />
      ))}
      <DataTable
        label="参数应答"
        rows={parameters}
        rowKey={(row) => row.parameterId}
        columns={[
          { key: 'name', title: '参数', isHead: true, value: nameOf },
          { key: 'wished', title: '期望值', value: (row) => `${wishOf(row)}${row.isMust ? '（必须）' : ''}` },
          {
            key: 'met',
            title: '应答',
            width: 100,
            value: (row) => lineOf(row.parameterId)?.met,
            render: (row) => {
              const line = lineOf(row.parameterId)
              return line ? <StatusTag label={MET[line.met]} tone={TONES[line.met]} /> : '-'
            },
          },
          { key: 'value', title: '应答值', value: (row) => lineOf(row.parameterId)?.value },
          { key: 'remark', title: '说明', value: (row) => lineOf(row.parameterId)?.remark },
        ]}
      />
      {questions.length > 0 && (
        <FieldList
          columns={1}
          items={questions.map(({ questionId, title, kind }) => {
            const reply = answer.answers.find((one) => one.questionId === questionId)
            return { label: title, value: kind === 'file' ? files(reply?.files ?? []) : reply?.text }
          })}
        />
      )}
    </div>
  )

  function lineOf(parameterId: string) {
    return answer.lines.find((one) => one.parameterId === parameterId)
  }
}

interface LastAnswerProps extends Omit<AnswerViewProps, 'answer' | 'parameters'> {
  answer: AnswerViewProps['answer'] | undefined
  /** What each round asked for. */
  asked: readonly { roundNo: number; parameters: AnswerViewProps['parameters'] }[]
}

/** An answer beside what its own round asked for. */
export function LastAnswer({ answer, asked, ...rest }: LastAnswerProps) {
  if (!answer) return null
  const parameters = asked.find(({ roundNo }) => roundNo === answer.roundNo)?.parameters ?? []
  return <AnswerView {...rest} answer={answer} parameters={parameters} />
}

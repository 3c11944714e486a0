import { Button, Input, Segmented } from 'antd'
import { memo, useCallback, useRef } from 'react'
import type * as z from 'zod'
import type { KnownParameter } from '../../contract/shared.ts'
import { MET, type Met } from '../../rules/coverage.ts'
import { changeOf, nameOf, wishOf } from '../words.ts'
import './answer-lines.css'

export interface LineValue {
  parameterId: string
  met?: Met
  value: string
  remark: string
}

type Parameter = z.output<typeof KnownParameter>

interface AnswerLinesProps {
  parameters: readonly Parameter[]
  /** What the round before asked for: what differs is marked. */
  before?: readonly Parameter[]
  value?: LineValue[]
  onChange?: (lines: LineValue[]) => void
}

const CHOICES = Object.entries(MET).map(([value, label]) => ({ value: value as Met, label }))

/** Every parameter answered: met, partly or not, with the own value. A field of a form; of many rows only the changed one is drawn again. */
export function AnswerLines({ parameters, before, value = [], onChange }: AnswerLinesProps) {
  const lines = useRef(value)
  lines.current = value
  const change = useCallback(
    (at: number, part: Partial<LineValue>) =>
      onChange?.(lines.current.map((line, i) => (i === at ? { ...line, ...part } : line))),
    [onChange],
  )
  const open = value.filter(({ met }) => !met).length
  return (
    <div className="kb-stack kb-gap-8">
      <div className="kb-row kb-gap-12 kb-wrap">
        <span className="kb-hint">
          {open === 0 ? `${value.length} 项参数均已应答` : `${value.length} 项参数，还有 ${open} 项未应答`}
        </span>
        <Button
          size="small"
          disabled={open === 0}
          onClick={() => onChange?.(value.map((line) => (line.met ? line : { ...line, met: 'yes' })))}
        >
          其余全部满足
        </Button>
      </div>
      <ul className="demand-lines">
        {value.map((line, at) => {
          const parameter = parameters.find(({ parameterId }) => parameterId === line.parameterId)
          if (!parameter) return null
          const changed =
            before &&
            changeOf(
              parameter,
              before.find((one) => one.parameterId === line.parameterId),
            )
          return (
            <Line
              key={line.parameterId}
              at={at}
              line={line}
              parameter={parameter}
              changed={changed ?? ''}
              onChange={change}
            />
          )
        })}
      </ul>
    </div>
  )
}

interface LineProps {
  at: number
  line: LineValue
  parameter: Parameter
  /** How it differs from the round before. */
  changed: string
  onChange: (at: number, part: Partial<LineValue>) => void
}

const Line = memo(function Line({ at, line, parameter, changed, onChange }: LineProps) {
  const name = nameOf(parameter)
  return (
    <li className={line.met ? '' : 'demand-line-open'}>
      <span>
        <b>{name}</b>
        {changed && <span className="kb-chip kb-tag-warning">本轮调整：{changed}</span>}
        <small className="kb-muted kb-block">
          {wishOf(parameter)}
          {parameter.isMust && '，必须满足'}
          {parameter.remark && `，${parameter.remark}`}
        </small>
      </span>
      <Segmented<Met | ''>
        aria-label={`${name}：是否满足`}
        value={line.met ?? ''}
        options={CHOICES}
        onChange={(met) => met !== '' && onChange(at, { met })}
      />
      <Input
        aria-label={`${name}：应答值`}
        placeholder="应答值"
        maxLength={500}
        value={line.value}
        onChange={(event) => onChange(at, { value: event.target.value })}
      />
      <Input
        aria-label={`${name}：说明`}
        placeholder="说明（部分满足时填写）"
        maxLength={500}
        value={line.remark}
        onChange={(event) => onChange(at, { remark: event.target.value })}
      />
    </li>
  )
})

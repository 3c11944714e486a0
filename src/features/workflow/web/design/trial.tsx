import { Select } from 'antd'
import { AmountInput } from '#web/kit/amount-input.tsx'
import type { FactField, Facts, Flow } from '../../rules/definition.ts'
import { routeOf } from '../../rules/route.ts'
import type { Names } from '../flow/words.ts'
import { approversText } from '../flow/words.ts'
import { Labelled } from '#web/kit/labelled.tsx'

interface TrialProps {
  flow: Flow
  names: Names
  facts: readonly FactField[]
  values: Facts
  onChange: (values: Facts) => void
}

/** A test run: which way a step with this amount, method and department would take. Nobody is told of it. */
export function Trial({ flow, names, facts, values, onChange }: TrialProps) {
  const { stops } = routeOf(flow, values)
  return (
    <>
      {facts.map((field) => (
        <Labelled key={field.key} label={field.label}>
          {(id) =>
            field.type === 'amount' ? (
              <AmountInput
                id={id}
                value={values[field.key] ?? ''}
                onChange={(value) => onChange({ ...values, [field.key]: value ?? null })}
              />
            ) : (
              <Select
                id={id}
                className="kb-wide"
                allowClear
                placeholder="未知"
                showSearch={{ optionFilterProp: 'label' }}
                options={field.options.map(({ value, label, path = value }) => ({ value: path, label }))}
                value={values[field.key] ?? null}
                onChange={(value: string | undefined) => onChange({ ...values, [field.key]: value ?? null })}
              />
            )
          }
        </Labelled>
      ))}
      <div className="kb-labelled" role="status" aria-label="试算结果">
        <span className="kb-label">将依次经过</span>
        <ol className="wf-route">
          {stops.map((stop) => (
            <li key={stop.id}>
              <b>{stop.name}</b> {approversText(stop.approvers, names) || '未指定人员'}
            </li>
          ))}
          <li>{stops.length === 0 ? '不经过任何人，直接通过' : '结束，业务生效'}</li>
        </ol>
      </div>
    </>
  )
}

/** Ids of the nodes and branches on the way. */
export function litBy(flow: Flow, facts: Facts): Set<string> {
  const { stops, taken } = routeOf(flow, facts)
  const conditions = conditionsWith(flow, new Set(taken))
  return new Set([flow.nodes[0]?.id ?? '', ...stops.map((stop) => stop.id), ...taken, ...conditions])
}

function conditionsWith(flow: Flow, taken: ReadonlySet<string>): string[] {
  const walk = (nodes: Flow['nodes']): string[] =>
    nodes.flatMap((node) =>
      node.kind === 'condition'
        ? node.branches.flatMap((branch) => (taken.has(branch.id) ? [node.id, ...walk(branch.nodes)] : []))
        : [],
    )
  return walk(flow.nodes)
}

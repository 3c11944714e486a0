import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Branch, ConditionNode, Flow, FlowNode } from '../../rules/definition.ts'
import { NODE_KINDS } from '../../rules/definition.ts'
import { ApprovalMode } from '../../rules/enums.ts'
import type { Place } from '../flow/flow-view.tsx'
import { FlowView } from '../flow/flow-view.tsx'
import type { Names } from '../flow/words.ts'
import { approversText, branchText } from '../flow/words.ts'
import type { NewKind } from './edit.ts'
import { nextCard } from './move.ts'

interface CanvasProps {
  flow: Flow
  names: Names
  problems: ReadonlyMap<string, string[]>
  warnings: ReadonlyMap<string, string[]>
  selected: string | null
  /** Nodes and branches that the test run passes; null: no test run. */
  lit: ReadonlySet<string> | null
  readOnly: boolean
  onSelect: (id: string) => void
  onInsert: (place: Place, kind: NewKind) => void
  onRemove: (id: string) => void
}

const INSERTS: { kind: NewKind; label: string }[] = [
  { kind: 'approver', label: '审批人' },
  { kind: 'copy', label: '抄送人' },
  { kind: 'condition', label: '条件分支' },
]

/**
 * The flow being drawn. A click or Enter opens a node, arrow keys walk from card to card, Delete takes one out, the
 * plus on a line inserts there.
 */
export function Canvas({ flow, names, problems, warnings, lit, readOnly, ...rest }: CanvasProps) {
  const card = (id: string, look: { kind: string; className: string; name: string; text: ReactNode }) => (
    <Card
      id={id}
      {...look}
      problems={problems.get(id)}
      warnings={warnings.get(id)}
      lit={lit === null ? null : lit.has(id)}
      selected={rest.selected === id}
      onSelect={() => rest.onSelect(id)}
    />
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = (event.target as HTMLElement).dataset.node
    if (at === undefined) return
    if ((event.key === 'Delete' || event.key === 'Backspace') && !readOnly) {
      event.preventDefault()
      rest.onRemove(at)
    }
    const next = nextCard(event.currentTarget, { from: event.target as HTMLElement, key: event.key })
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the cards inside, which are buttons
    <div onKeyDown={onKeyDown}>
      <FlowView
        flow={flow}
        label="审批流程图"
        card={(node) => card(node.id, nodeLook(node, names))}
        branchCard={(branch, of) => card(branch.id, branchLook(branch, { of, names }))}
        {...(readOnly
          ? {}
          : { link: (place: Place) => <Plus onInsert={(kind) => rest.onInsert(place, kind)} place={place} /> })}
      />
    </div>
  )
}

interface CardProps {
  id: string
  kind: string
  className: string
  name: string
  text: ReactNode
  problems: string[] | undefined
  warnings: string[] | undefined
  lit: boolean | null
  selected: boolean
  onSelect: () => void
}

function Card({ id, kind, className, name, text, problems, warnings, lit, selected, onSelect }: CardProps) {
  const looks = ['wf-card', className, problems && 'wf-wrong', lit === true && 'wf-lit', lit === false && 'wf-off']
  return (
    <button
      type="button"
      data-node={id}
      className={looks.filter(Boolean).join(' ')}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <span className="kb-row kb-gap-6 kb-strong">
        <span className="wf-card-kind kb-chip">{kind}</span>
        <span className="kb-grow kb-break">{name}</span>
        {lit && <span className="wf-state kb-size-12 kb-push kb-fixed kb-regular">经过</span>}
      </span>
      {text !== '' && <span className="wf-card-text kb-block kb-soft kb-break">{text}</span>}
      {problems?.map((problem) => (
        <span key={problem} className="kb-size-12 kb-above-4 kb-block kb-bad">
          {problem}
        </span>
      ))}
      {warnings?.map((warning) => (
        <span key={warning} className="kb-size-12 kb-above-4 kb-block kb-warn">
          {warning}
        </span>
      ))}
    </button>
  )
}

/** The plus on a line; pressed, it gives way to what can be inserted there. */
function Plus({ place, onInsert }: { place: Place; onInsert: (kind: NewKind) => void }) {
  const [open, setOpen] = useState(false)
  const plus = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) first.current?.focus()
  }, [open])
  if (!open) {
    return (
      <button
        ref={plus}
        type="button"
        className="wf-plus kb-place-centre kb-accent kb-size-16"
        aria-expanded={false}
        aria-label={`在第 ${place.index} 个节点后添加`}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">+</span>
      </button>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and focus of the buttons inside
    <div
      className="wf-inserts kb-flex kb-round kb-panel kb-clip"
      role="group"
      aria-label="添加节点"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setOpen(false)
        requestAnimationFrame(() => plus.current?.focus())
      }}
    >
      {INSERTS.map(({ kind, label }, i) => (
        <button
          key={kind}
          ref={i === 0 ? first : null}
          type="button"
          onClick={() => {
            setOpen(false)
            onInsert(kind)
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function nodeLook(node: FlowNode, names: Names) {
  const kind = NODE_KINDS[node.kind]
  const base = { kind, className: `wf-${node.kind}`, name: node.name }
  switch (node.kind) {
    case 'start':
      return { ...base, text: '提交业务步骤的人' }
    case 'condition':
      return { ...base, className: 'wf-condition-head', text: `${node.branches.length} 个分支，从左到右判断` }
    case 'copy':
      return { ...base, text: approversText(node.approvers, names) || '请选择抄送人' }
    case 'approver': {
      const who = approversText(node.approvers, names)
      return { ...base, text: who === '' ? '请选择审批人' : `${who} · ${ApprovalMode.label(node.mode)}` }
    }
  }
}

function branchLook(branch: Branch, { of, names }: { of: ConditionNode; names: Names }) {
  const rank = of.branches.indexOf(branch) + 1
  return {
    kind: branch.when === null ? '其他' : `条件 ${rank}`,
    className: 'wf-condition',
    name: branch.name,
    text: branchText(branch.when, names.facts) || '请设置条件',
  }
}

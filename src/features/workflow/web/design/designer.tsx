import { Button, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import type { Facts } from '../../rules/definition.ts'
import type { FlowProblem } from '../../rules/validate.ts'
import type { Place } from '../flow/flow-view.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { Canvas } from './canvas.tsx'
import type { Around, Draft } from './design-data.ts'
import { problemsById } from './design-data.ts'
import type { NewKind } from './edit.ts'
import { find, insertAt, newNode, remove } from './edit.ts'
import { NodePanel, titleOf } from './node-panel.tsx'
import { Trial, litBy } from './trial.tsx'

export interface DesignerProps {
  draft: Draft
  around: Around
  problems: readonly FlowProblem[]
  warnings: readonly FlowProblem[]
  trial: Facts | null
  onTrial: (facts: Facts | null) => void
  onChange: (draft: Draft, about: string | null) => void
  onUndo: () => void
  onRedo: () => void
}

/** The drawing with the panel of what is opened in it. */
export function Designer({ draft, around, problems, warnings, trial, ...on }: DesignerProps) {
  const { flow } = draft
  const [selected, setSelected] = useState<string | null>(null)
  const [removed, setRemoved] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const focusOn = useRef<string | null>(null)
  const found = selected === null ? null : find(flow, selected)

  // A card exists only after the change is drawn: the one to stand on is remembered until then.
  useEffect(() => {
    if (focusOn.current === null) return
    root.current?.querySelector<HTMLElement>(`[data-node="${focusOn.current}"]`)?.focus()
    focusOn.current = null
  })
  const open = (id: string) => {
    setSelected(id)
    on.onTrial(null)
    // Where the panel stands below the drawing, opening it must show it.
    requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'nearest' }))
  }
  const insert = (place: Place, kind: NewKind) => {
    // The platform's defaults know no people: there a role is the first choice.
    const node = around.options.people.length > 0 ? newNode(kind) : newNode(kind, { by: 'role', role: '' })
    on.onChange({ ...draft, flow: insertAt(flow, place, node) }, null)
    setRemoved('')
    open(node.id)
    focusOn.current = node.id
  }
  const take = (id: string) => {
    const gone = find(flow, id)
    if (!gone || (gone.kind === 'node' && gone.node.kind === 'start')) return
    on.onChange({ ...draft, flow: remove(flow, id) }, null)
    setRemoved(gone.kind === 'branch' ? gone.branch.name : gone.node.name)
    setSelected(null)
    focusOn.current = flow.nodes[0]?.id ?? null
  }
  const undo = () => {
    setRemoved('')
    on.onUndo()
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const typing = (event.target as HTMLElement).closest('input, textarea')
    if (event.key === 'Escape' && selected !== null && !typing) {
      focusOn.current = selected
      setSelected(null)
    }
    if (typing || around.readOnly || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) on.onRedo()
    else undo()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undo by keyboard for everything inside
    <div className="wf-designer kb-row kb-gap-24 kb-start kb-above-12" ref={root} onKeyDown={keys}>
      <div className="wf-canvas kb-ground kb-grow kb-frame">
        <h2 className="kb-said">流程图</h2>
        <p className="kb-note kb-row wf-canvas-bar kb-rule" role="status">
          {removed === '' ? (
            around.readOnly ? (
              '只读：单击节点查看设置'
            ) : (
              '单击或回车打开节点，方向键移动，Delete 删除，Ctrl+Z 撤销'
            )
          ) : (
            <>
              已删除“{removed}”
              <Button type="link" size="small" onClick={undo}>
                撤销
              </Button>
            </>
          )}
        </p>
        <Canvas
          flow={flow}
          names={around.names}
          problems={problemsById(problems)}
          warnings={problemsById(warnings)}
          selected={trial === null ? selected : null}
          lit={trial === null ? null : litBy(flow, trial)}
          readOnly={around.readOnly}
          onSelect={open}
          onInsert={insert}
          onRemove={take}
        />
      </div>
      <aside className="wf-panel" ref={panel}>
        {trial !== null ? (
          <SideBlock title="试算">
            <Trial
              flow={flow}
              names={around.names}
              facts={around.facts}
              values={trial}
              onChange={(values) => on.onTrial(values)}
            />
          </SideBlock>
        ) : found ? (
          <SideBlock title={titleOf(found)}>
            <NodePanel
              key={selected}
              found={found}
              flow={flow}
              around={around}
              onSelect={open}
              onChange={(next, about) => on.onChange({ ...draft, flow: next }, about === '' ? null : about)}
            />
            {!around.readOnly && !(found.kind === 'node' && found.node.kind === 'start') && (
              <Button danger size="small" onClick={() => take(selected!)}>
                删除此{found.kind === 'branch' ? '分支' : '节点'}
              </Button>
            )}
          </SideBlock>
        ) : (
          <SideBlock title="流程">
            <Labelled label="流程名称">
              {(id) => (
                <Input
                  id={id}
                  maxLength={60}
                  disabled={around.readOnly}
                  value={draft.name}
                  onChange={(event) => on.onChange({ ...draft, name: event.target.value }, 'name')}
                />
              )}
            </Labelled>
          </SideBlock>
        )}
        <SideBlock title="启用前检查">
          <Problems problems={problems} warnings={warnings} onOpen={open} />
        </SideBlock>
      </aside>
    </div>
  )
}

interface ProblemsProps {
  problems: readonly FlowProblem[]
  warnings: readonly FlowProblem[]
  onOpen: (id: string) => void
}

function Problems({ problems, warnings, onOpen }: ProblemsProps) {
  return (
    <>
      {problems.length === 0 && <p className="kb-good">✓ 可以启用{warnings.length > 0 && '，请先核对以下提醒'}</p>}
      <Listed of={problems} look="kb-bad" onOpen={onOpen} />
      <Listed of={warnings} look="kb-warn" onOpen={onOpen} />
    </>
  )
}

function Listed({ of, look, onOpen }: { of: readonly FlowProblem[]; look: string; onOpen: (id: string) => void }) {
  if (of.length === 0) return null
  return (
    <ul>
      {of.map(({ nodeId, message }) => (
        <li className={`kb-size-13 kb-pad-y-4 ${look}`} key={`${nodeId}${message}`}>
          {nodeId === null ? (
            message
          ) : (
            <button type="button" className="kb-inline-link" onClick={() => onOpen(nodeId)}>
              {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

import { Button, Input, Radio, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { Branch, ConditionNode, Flow, FlowNode } from '../../rules/definition.ts'
import { NODE_KINDS } from '../../rules/definition.ts'
import { ApprovalMode } from '../../rules/enums.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { ApproverFields } from './approver-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import type { Around } from './design-data.ts'
import type { Found } from './edit.ts'
import { addBranch, changeBranch, changeNode, moveBranch } from './edit.ts'

interface PanelProps {
  flow: Flow
  around: Around
  /** `about` names what was changed: typing in one field is one step to take back. */
  onChange: (flow: Flow, about: string) => void
}

/** What can be set of the node or branch that was opened. */
export function NodePanel({
  found,
  onSelect,
  ...props
}: PanelProps & { found: Found; onSelect: (id: string) => void }) {
  if (found.kind === 'branch') return <BranchPanel {...props} {...found} />
  const { node } = found
  switch (node.kind) {
    case 'start':
      return <StartPanel {...props} node={node} />
    case 'condition':
      return <ConditionPanel {...props} node={node} onSelect={onSelect} />
    case 'approver':
    case 'copy':
      return <StopPanel {...props} node={node} />
  }
}

type StopNode = Extract<FlowNode, { kind: 'approver' | 'copy' }>

const MODES: { value: 1 | 2 | 3; hint: string }[] = [
  { value: ApprovalMode.values.inTurn, hint: '按先后逐人审批，全部同意后进入下一节点' },
  { value: ApprovalMode.values.countersign, hint: '同时发给所有人，全部同意后进入下一节点' },
  { value: ApprovalMode.values.either, hint: '同时发给所有人，一人同意即进入下一节点' },
]

function StopPanel({ flow, around, onChange, node }: PanelProps & { node: StopNode }) {
  const change = (part: Partial<StopNode>) =>
    onChange(changeNode(flow, node, part), `${node.id}.${Object.keys(part)[0]}`)
  return (
    <>
      <NameField name={node.name} around={around} onChange={(name) => change({ name })} />
      <ApproverFields
        what={node.kind === 'approver' ? '审批人' : '抄送人'}
        value={node.approvers}
        around={around}
        onChange={(approvers) => change({ approvers })}
      />
      {node.kind === 'approver' && (
        <div className="kb-labelled" role="group" aria-label="多人审批时">
          <span className="kb-label">多人审批时</span>
          <Radio.Group
            className="wf-modes"
            disabled={around.readOnly}
            value={node.mode}
            onChange={(event) => change({ mode: event.target.value as 1 | 2 | 3 })}
          >
            {MODES.map(({ value, hint }) => (
              <Radio key={value} value={value}>
                {ApprovalMode.label(value)}
                <span className="kb-note kb-block">{hint}</span>
              </Radio>
            ))}
          </Radio.Group>
        </div>
      )}
    </>
  )
}

function BranchPanel({
  flow,
  around,
  onChange,
  branch,
  of,
  index,
}: PanelProps & { branch: Branch; of: ConditionNode; index: number }) {
  const change = (part: Partial<Branch>) =>
    onChange(changeBranch(flow, branch.id, part), `${branch.id}.${Object.keys(part)[0]}`)
  const last = of.branches.length - 1
  return (
    <>
      <NameField name={branch.name} around={around} onChange={(name) => change({ name })} />
      {branch.when === null ? (
        <p className="kb-note kb-block">前面的条件都不满足，或有关数据缺失时，走这个分支。</p>
      ) : (
        <ConditionFields value={branch.when} around={around} onChange={(when) => change({ when })} />
      )}
      {branch.when !== null && !around.readOnly && (
        <div className="kb-labelled">
          <span className="kb-label">判断次序</span>
          <div className="kb-actions">
            <Button
              size="small"
              disabled={index === 0}
              onClick={() => onChange(moveBranch(flow, of, { index, by: -1 }), '')}
            >
              ← 提前
            </Button>
            <Button
              size="small"
              disabled={index >= last - 1}
              onClick={() => onChange(moveBranch(flow, of, { index, by: 1 }), '')}
            >
              推后 →
            </Button>
          </div>
          <p className="kb-note kb-block">从左到右判断，走第一个满足的分支。</p>
        </div>
      )}
    </>
  )
}

function ConditionPanel({
  flow,
  around,
  onChange,
  node,
  onSelect,
}: PanelProps & { node: ConditionNode; onSelect: (id: string) => void }) {
  const rename = (name: string) => onChange(changeNode(flow, node, { name }), `${node.id}.name`)
  return (
    <>
      <NameField name={node.name} around={around} onChange={rename} />
      <div className="kb-labelled">
        <span className="kb-label">分支</span>
        <ol className="wf-branch-list">
          {node.branches.map((branch) => (
            <li key={branch.id}>
              <Button type="link" size="small" onClick={() => onSelect(branch.id)}>
                {branch.name}
              </Button>
            </li>
          ))}
        </ol>
        {!around.readOnly && (
          <Button
            size="small"
            onClick={() => {
              const made = addBranch(flow, node)
              onChange(made.flow, '')
              onSelect(made.branch.id)
            }}
          >
            添加分支
          </Button>
        )}
      </div>
    </>
  )
}

function StartPanel({ flow, around, onChange, node }: PanelProps & { node: FlowNode }) {
  const { options } = flow
  const set = (part: Partial<Flow['options']>) => onChange({ ...flow, options: { ...options, ...part } }, '')
  return (
    <>
      <NameField
        name={node.name}
        around={around}
        onChange={(name) => onChange(changeNode(flow, node, { name }), `${node.id}.name`)}
      />
      <div className="kb-labelled" role="group" aria-label="审批人只有发起人自己时">
        <span className="kb-label">审批人只有发起人自己时</span>
        <Radio.Group
          className="wf-modes"
          disabled={around.readOnly}
          value={options.ifInitiator}
          onChange={(event) => set({ ifInitiator: event.target.value as 'pass' | 'head' })}
        >
          <Radio value="head">转给部门负责人或企业管理员</Radio>
          <Radio value="pass">自动通过该节点</Radio>
        </Radio.Group>
      </div>
      <div className="kb-row kb-below-12">
        <Switch
          aria-label="连续节点同一人自动通过"
          disabled={around.readOnly}
          checked={options.skipRepeated}
          onChange={(skipRepeated) => set({ skipRepeated })}
        />
        连续节点为同一人时，后一节点自动通过
      </div>
    </>
  )
}

function NameField({
  name,
  around,
  onChange,
}: {
  name: string
  around: Around
  onChange: (name: string) => void
}): ReactNode {
  return (
    <Labelled label="名称">
      {(id) => (
        <Input
          id={id}
          maxLength={40}
          disabled={around.readOnly}
          value={name}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

/** What is opened, in the panel's title. */
export function titleOf(found: Found): string {
  return found.kind === 'branch' ? '条件分支' : `${NODE_KINDS[found.node.kind]}节点`
}

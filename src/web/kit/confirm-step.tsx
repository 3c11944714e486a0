import { Input, Select } from 'antd'
import { useState } from 'react'
import type { Question } from '../feedback.ts'
import { ask, toast } from '../feedback.ts'
import { openDialog } from './dialog.tsx'
import type { Field } from './form-fields.tsx'

/** What the initiator of an approval says: whom the flow leaves to be chosen, and a word to them. */
export interface ApprovalInput {
  choices: Record<string, string[]>
  remark: string
}

/** The definition in force of a step, as the call of approvals tells it; null: nobody has to approve it. */
export interface ApprovalRule {
  inForce: { name: string; version: number } | null
  /** Somebody is asked whatever the conditions of its flow. */
  isAlways: boolean
  choices: readonly {
    nodeId: string
    name: string
    many: boolean
    isRequired: boolean
    people: readonly { employeeId: string; name: string; department: string }[]
  }[]
}

export const NO_CHOICE: ApprovalInput = { choices: {}, remark: '' }

/** The part of a step's body that is for its approval. */
export interface WithApproval {
  approval?: ApprovalInput
}

/**
 * Asks before a step is done. Where the step must be approved, the question says so and takes what the flow leaves to
 * the initiator: approvers to choose, and a word to them.
 */
export async function confirmStep(
  question: Question,
  rule: ApprovalRule | undefined,
  run: (approval: WithApproval) => Promise<unknown>,
): Promise<void> {
  if (!rule?.inForce) {
    if (await ask(question)) await run({})
    return
  }
  openDialog<ApprovalInput>({
    title: `${question.title}：提交审批`,
    content: (state) => (
      <>
        <p>{question.content}</p>
        <ApprovalFields rule={rule} onChange={state.set} />
      </>
    ),
    run: (value = NO_CHOICE) => {
      const isWhole = isChosen(rule, value)
      // Runs after the dialog has gone: what the law warns of is asked in a dialog of its own.
      if (isWhole) void run({ approval: value })
      return Promise.resolve(isWhole)
    },
  })
}

/** What is told when a step was done, or handed in for approval. */
export function toldOf(done: string): (answer: unknown) => string {
  return (answer) => (isHeld(answer) ? '已提交审批' : done)
}

/** Whether the answer says that the step waits for approval now. */
export function isHeld(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'approval' in answer && Boolean(answer.approval)
}

/** Whether everybody is chosen whom the flow wants; says who is not. */
export function isChosen(rule: ApprovalRule | undefined, { choices }: ApprovalInput): boolean {
  const missing = rule?.choices.find(({ nodeId, isRequired }) => isRequired && (choices[nodeId] ?? []).length === 0)
  if (missing) toast.warning(`请选择“${missing.name}”的审批人`)
  return missing === undefined
}

interface ApprovalFieldsProps {
  rule: ApprovalRule | undefined
  onChange: (input: ApprovalInput) => void
}

/** In a dialog of a step: by what it must be approved, whom the flow leaves to be chosen; nothing where nobody approves it. */
export function ApprovalFields({ rule, onChange }: ApprovalFieldsProps) {
  const [input, setInput] = useState(NO_CHOICE)
  if (!rule?.inForce) return null
  const { name: flow, version } = rule.inForce
  const change = (part: Partial<ApprovalInput>) => {
    const next = { ...input, ...part }
    setInput(next)
    onChange(next)
  }
  return (
    <>
      <p className="kb-muted">
        {rule.isAlways ? '须' : '符合其条件的须'}经“{flow}”（第 {version} 版）审批，全部同意后自动生效；
        {rule.isAlways ? '' : '其余立即生效；'}审批期间不能办理其他变更。
      </p>
      {rule.choices.map(({ nodeId, name, many, isRequired, people }) => (
        <div key={nodeId} className="kb-stack kb-gap-4 kb-above-12">
          <label htmlFor={`choice-${nodeId}`}>
            {name}（{isRequired ? '由您选择' : '可选，流程经过时由您选择'}）
          </label>
          <Select
            id={`choice-${nodeId}`}
            className="kb-wide"
            {...(many ? { mode: 'multiple' as const } : { allowClear: true })}
            placeholder="输入姓名查找"
            showSearch={{ optionFilterProp: 'label' }}
            options={people.map((one) => ({
              value: one.employeeId,
              label: one.department ? `${one.name}（${one.department}）` : one.name,
            }))}
            onChange={(chosen?: string | string[]) =>
              change({ choices: { ...input.choices, [nodeId]: chosen === undefined ? [] : [chosen].flat() } })
            }
          />
        </div>
      ))}
      <div className="kb-stack kb-gap-4 kb-above-12">
        <label htmlFor="approval-remark">说明（可选）</label>
        <Input.TextArea
          id="approval-remark"
          rows={2}
          maxLength={2000}
          value={input.remark}
          onChange={(event) => change({ remark: event.target.value })}
        />
      </div>
    </>
  )
}

/** The same as the last field of a form, `approval` among its values: no field where nobody approves the step. */
export function approvalField(rule: ApprovalRule | undefined): Field[] {
  if (!rule?.inForce) return []
  return [{ kind: 'custom', name: 'approval', label: '审批', wide: true, control: <ApprovalControl rule={rule} /> }]
}

function ApprovalControl({ rule, onChange }: { rule: ApprovalRule; onChange?: (input: ApprovalInput) => void }) {
  return <ApprovalFields rule={rule} onChange={(input) => onChange?.(input)} />
}

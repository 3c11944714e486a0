import { Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { FormModal } from '#web/kit/form-modal.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import type { Person } from '../../contract/shared.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { PeopleSelect } from '../people-select.tsx'

/** What a person fills in before doing something with a task or a workflow. */
export interface ActInput {
  text: string
  files: FileRef[]
  people: Person[]
  where: 'before' | 'after'
}

/** The dialog of one act, as data. */
export interface Act {
  action: string
  title: string
  /** What follows from it. */
  hint?: ReactNode
  ok: string
  danger?: boolean
  /** The label of the text; `least` > 0: it must be given. */
  text?: { label: string; least: number }
  files?: boolean
  people?: { label: string; many: boolean }
  where?: boolean
}

interface ActDialogProps {
  act: Act
  /** Does it; true: done, the dialog closes. */
  onDo: (input: ActInput) => Promise<boolean>
  onClose: () => void
}

/**
 * One dialog for every act. The cursor stands in the text, never on the button, and Enter makes a new line: nobody
 * approves by a key too many.
 */
export function ActDialog({ act, onDo, onClose }: ActDialogProps) {
  const [input, setInput] = useState<ActInput>({ text: '', files: [], people: [], where: 'before' })
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLDivElement>(null)
  const change = (part: Partial<ActInput>) => {
    setWrong('')
    setInput((now) => ({ ...now, ...part }))
  }
  const send = async () => {
    const text = input.text.trim()
    if (act.people && input.people.length === 0) return setWrong(`请选择${act.people.label}`)
    if (act.text && text.length < act.text.least)
      return setWrong(`请填写${act.text.label}，不少于 ${act.text.least} 个字`)
    setBusy(true)
    const closes = await onDo({ ...input, text }).finally(() => setBusy(false))
    if (closes) onClose()
  }
  return (
    <FormModal
      open
      title={act.title}
      okText={act.ok}
      cancelText="取消"
      okButtonProps={act.danger ? { danger: true } : {}}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) first.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus()
      }}
    >
      <div ref={first}>
        {act.hint && <p className="kb-note kb-block kb-below-12">{act.hint}</p>}
        {act.people && (
          <Labelled label={act.people.label}>
            {(id) => (
              <PeopleSelect
                id={id}
                many={act.people!.many}
                value={input.people}
                onChange={(people) => change({ people })}
              />
            )}
          </Labelled>
        )}
        {act.where && (
          <div className="kb-labelled" role="group" aria-label="加签位置">
            <span className="kb-label">加签位置</span>
            <Radio.Group
              className="wf-modes"
              value={input.where}
              onChange={(event) => change({ where: event.target.value as 'before' | 'after' })}
            >
              <Radio value="before">在我之前：加签人同意后，再由我审批</Radio>
              <Radio value="after">在我之后：我同意后，再由加签人审批</Radio>
            </Radio.Group>
          </div>
        )}
        {act.text && (
          <Labelled label={act.text.least > 0 ? act.text.label : `${act.text.label}（可选）`}>
            {(id) => (
              <Input.TextArea
                id={id}
                rows={4}
                maxLength={2000}
                showCount
                aria-invalid={wrong !== ''}
                value={input.text}
                onChange={(event) => change({ text: event.target.value })}
              />
            )}
          </Labelled>
        )}
        {act.files && (
          <FileUpload
            use="workflow-remark"
            label="上传附件"
            most={10}
            value={input.files}
            onChange={(files) => change({ files })}
          />
        )}
        {wrong && (
          <p className="kb-size-12 kb-above-4 kb-block kb-bad" role="alert">
            {wrong}
          </p>
        )}
      </div>
    </FormModal>
  )
}

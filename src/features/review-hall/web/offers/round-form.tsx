import { Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useAction } from '#web/use-call.ts'
import { createRound } from '../../contract/offers.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { MinutesField } from '../asks/ask-time.tsx'
import { BidderSelect } from '../bidder-select.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Project } from '../review-data.ts'

/** Prepares a round: what is quoted, by whom, for how long. It is started on its own. */
export function RoundForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const [mode, setMode] = useState<1 | 2 | 3>(1)
  const [minutes, setMinutes] = useState(30)
  const [notAbove, setNotAbove] = useState(true)
  const [isFinal, setIsFinal] = useState(false)
  const [note, setNote] = useState('')
  const [bidderIds, setBidderIds] = useState<string[]>([])
  const create = useAction(createRound, {
    success: '报价轮次已建立，确认无误后开始',
  })
  const run = async () => {
    const body = { mode, minutes, notAbove, isFinal, note: note.trim(), bidderIds }
    if ((await create.run({ params: { projectId: project.projectId }, body })).ok) onClose()
  }
  return (
    <FormModal
      open
      title="发起评审报价"
      width={640}
      okText="建立"
      cancelText="取消"
      confirmLoading={create.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className="rv-dialog-row kb-row kb-gap-32 kb-loose kb-low kb-wrap kb-above-12">
        <fieldset className="kb-labelled">
          <legend className="kb-below-4">报价方式</legend>
          <Radio.Group
            value={mode}
            options={QuoteMode.options.map((one) => ({ ...one }))}
            onChange={(event) => setMode(event.target.value as 1 | 2 | 3)}
          />
        </fieldset>
        <MinutesField label="报价时间（自开始起）" value={minutes} onChange={setMinutes} />
      </div>
      <BidderSelect
        project={project}
        label="受邀投标人"
        placeholder="全部有效投标人"
        value={bidderIds}
        onChange={setBidderIds}
      />
      <Labelled label="报价要求（选填，投标人可见）">
        {(id) => (
          <Input.TextArea id={id} rows={3} maxLength={1000} value={note} onChange={(e) => setNote(e.target.value)} />
        )}
      </Labelled>
      <div className="rv-dialog-row kb-row kb-gap-32 kb-loose kb-low kb-wrap kb-above-12">
        <Checkbox checked={notAbove} onChange={(e) => setNotAbove(e.target.checked)}>
          不得高于上一次报价
        </Checkbox>
        <Checkbox checked={isFinal} onChange={(e) => setIsFinal(e.target.checked)}>
          最终报价（此后不再报价）
        </Checkbox>
      </div>
    </FormModal>
  )
}

import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { stateDirectChoice } from '../../contract/purchaser.ts'
import { DIRECT_GROUNDS, type DirectGround } from '../../rules/direct-grounds.ts'
import { Labelled } from '#web/kit/labelled.tsx'

interface Statement {
  ground: DirectGround
  reason: string
}

const OPTIONS = Object.entries(DIRECT_GROUNDS).map(([value, label]) => ({ value, label }))

/** States why the experts of a special project are named by hand; it goes on record. */
export function DirectChoice({ projectId, isStated }: { projectId: string; isStated: boolean }) {
  const save = useAction(stateDirectChoice, { success: '已记录' })
  const open = () =>
    openDialog<Statement>({
      title: '特殊招标项目：直接确定专家',
      content: (state) => <StatementFields onChange={state.set} />,
      run: async (value) => {
        if (!value || value.reason.trim().length < 10) {
          toast.warning('请具体说明，不少于10个字')
          return false
        }
        return (await save.run({ params: { projectId }, body: value })).ok
      },
    })
  return (
    <p className="kb-hint">
      技术复杂、专业性强或者国家有特殊要求，随机抽取的专家难以保证胜任的，可以直接确定，须说明理由并记录在案。
      <Button type="link" size="small" onClick={open}>
        {isStated ? '重新说明' : '说明理由并直接确定'}
      </Button>
    </p>
  )
}

function StatementFields({ onChange }: { onChange: (value: Statement) => void }) {
  const [value, setValue] = useState<Statement>({ ground: 'complex', reason: '' })
  const change = (part: Partial<Statement>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <Radio.Group
        aria-label="依据"
        className="kb-stack kb-below-12"
        value={value.ground}
        options={OPTIONS}
        onChange={(event) => change({ ground: event.target.value as DirectGround })}
      />
      <Labelled label="具体理由">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={4}
            maxLength={500}
            showCount
            value={value.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
      </Labelled>
    </>
  )
}

import { Radio } from 'antd'
import { useState } from 'react'
import { openDialog } from '#web/kit/dialog.tsx'
import type { ReportTemplate } from '../../contract/shared.ts'
import { ReportScope } from '#features/evaluation/rules/enums.ts'

interface How {
  scope: 0 | 1 | 2
  template: ReportTemplate
}

const TEMPLATES: readonly { value: ReportTemplate; label: string }[] = [
  { value: 'default', label: '招标' },
  { value: 'comparison', label: '比选' },
  { value: 'negotiation', label: '谈判' },
  { value: 'consult', label: '磋商' },
]

const FIRST: How = { scope: 0, template: 'default' }

/** How much the report holds, and whose words it uses. */
export function askHow(name: string, run: (how: How) => Promise<boolean>): void {
  openDialog<How>({
    title: `生成${name}`,
    width: 560,
    content: (state) => <Fields onChange={state.set} />,
    run: (how) => run(how ?? FIRST),
  })
}

function Fields({ onChange }: { onChange: (how: How) => void }) {
  const [how, setHow] = useState<How>(FIRST)
  const change = (part: Partial<How>) => {
    const merged = { ...how, ...part }
    setHow(merged)
    onChange(merged)
  }
  return (
    <>
      <p className="rv-dialog-hint kb-hint">报告由系统按评审记录编制，生成后请全体成员阅读并签署。</p>
      <fieldset className="kb-labelled">
        <legend className="kb-below-4">内容范围</legend>
        <Radio.Group
          className="kb-column"
          value={how.scope}
          options={ReportScope.options.map((one) => ({ ...one }))}
          onChange={(event) => change({ scope: event.target.value as How['scope'] })}
        />
      </fieldset>
      <fieldset className="kb-labelled">
        <legend className="kb-below-4">用语</legend>
        <Radio.Group
          value={how.template}
          options={TEMPLATES.map((one) => ({ ...one }))}
          onChange={(event) => change({ template: event.target.value as ReportTemplate })}
        />
      </fieldset>
    </>
  )
}
